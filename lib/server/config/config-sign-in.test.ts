import { expect, test } from 'vitest';
import { may } from '../../domain/access/grants';
import { requireSessions, rolesFor, type SignIn, signInOf, signInSchema } from './config-sign-in';

const parse = (settings: object) => signInOf(signInSchema.parse(settings), {});
const grantsOf = (settings: object, user: string, groups: string[] = []) =>
  rolesFor(parse(settings)?.roles ?? [], user, groups).flatMap(({ grants }) => grants);

test('nobody signs in unless it is said how', () => {
  expect(signInOf(undefined, {})).toBeNull();
  expect(signInOf(undefined, { LOCKSCOPE_SIGN_IN: 'local' })).toMatchObject({ local: true, proxy: null });
  expect(() => signInOf(undefined, { LOCKSCOPE_SIGN_IN: 'yes' })).toThrow('LOCKSCOPE_SIGN_IN must be local');
  expect(() => signInOf({ local: true }, { LOCKSCOPE_SIGN_IN: 'local' })).toThrow('LOCKSCOPE_SIGN_IN');
  expect(() => parse({})).toThrow('nobody could sign in');
  expect(() => parse({ proxy: { userHeader: 'x-user', from: ['anywhere'] } })).toThrow('signIn.proxy.from');
});

test('without roles everybody views, and two groups may do more', () => {
  const settings = { local: true };
  expect(may(grantsOf(settings, 'mk'), 'view', 'orders', 'a')).toBe(true);
  expect(may(grantsOf(settings, 'mk'), 'preview', 'orders', 'a')).toBe(false);
  expect(may(grantsOf(settings, 'mk', ['operator']), 'release', 'orders', 'a')).toBe(true);
  expect(may(grantsOf(settings, 'mk', ['operator']), 'admin', 'orders', 'a')).toBe(false);
  expect(may(grantsOf(settings, 'mk', ['admin']), 'admin', 'orders', 'a')).toBe(true);
});

test('a role is of its users and groups, and one of neither is of everybody', () => {
  const settings = {
    local: true,
    roles: [
      {
        name: 'payments',
        groups: ['payments'],
        users: ['mk'],
        allow: [{ rights: ['release'], targets: ['orders'] }],
      },
      { name: 'all', allow: [{ rights: ['view'], targets: ['staging'] }] },
    ],
  };
  expect(may(grantsOf(settings, 'mk'), 'release', 'orders', 'a')).toBe(true);
  expect(may(grantsOf(settings, 'tb', ['payments']), 'release', 'orders', 'a')).toBe(true);
  expect(may(grantsOf(settings, 'tb'), 'release', 'orders', 'a')).toBe(false);
  expect(may(grantsOf(settings, 'tb'), 'view', 'orders', 'a')).toBe(false);
  expect(may(grantsOf(settings, 'tb'), 'view', 'staging', 'a')).toBe(true);
});

test('the runbook is a page of the web, and nothing that a browser would run', () => {
  const runbookOf = (runbook: string) => parse({ local: true, runbook })?.runbook;
  expect(runbookOf('https://wiki.example.com/locks')).toBe('https://wiki.example.com/locks');
  expect(runbookOf('http://wiki/locks')).toBe('http://wiki/locks');
  for (const refused of [
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'JavaScript://https:/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'wiki.example.com/locks',
    '/locks',
    '',
  ])
    expect(() => runbookOf(refused), refused).toThrow();
});

test('a target asks for step-up only where somebody could have a passkey', () => {
  const target = { name: 'orders', stepUp: true };
  const proxy = { proxy: { userHeader: 'x-user', from: ['10.0.0.7'] } };
  const check = (signIn: SignIn | null) => () => requireSessions([{ name: 'a' }, target], signIn);
  expect(check(null)).toThrow('targets[1].stepUp (target "orders") needs signIn with local or oidc');
  expect(check(parse(proxy))).toThrow('targets[1].stepUp');
  expect(check(parse({ local: true }))).not.toThrow();
  const oidc = { issuer: 'https://id.example.com', clientId: 'x', url: 'https://locks.example.com' };
  expect(check(parse({ oidc }))).not.toThrow();
  expect(() => requireSessions([{ ...target, stepUp: false }], null)).not.toThrow();
});
