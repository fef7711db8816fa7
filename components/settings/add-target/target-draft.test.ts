import { describe, expect, test } from 'vitest';
import type { ServerTest, TargetTest } from '@/lib/contract/settings';
import {
  addressesOf,
  FIRST_TARGET,
  isTestOf,
  missingField,
  type TargetFields,
  targetDraftOf,
  watchableAs,
  withCredentialsApart,
} from './target-draft';

const typed = (fields: Partial<TargetFields>): TargetFields => ({
  ...FIRST_TARGET,
  addresses: 'redis://h:6379',
  ...fields,
});

test('addresses have a line each, or commas between, and redis:// unless they name another scheme', () => {
  expect(addressesOf(' h:1\nrediss://[::1]:2, 10.0.0.7 \n')).toEqual([
    'redis://h:1',
    'rediss://[::1]:2',
    'redis://10.0.0.7',
  ]);
});

test.each([
  [{ addresses: ' ' }, 'addresses'],
  [{ kind: 'redlock' }, 'masters'],
  [{ kind: 'sentinel', primary: ' ' }, 'primary'],
  [{ name: 'Orders' }, 'name'],
  [{ name: 'jobs' }, 'taken'],
  [{ ca: 'ca.pem' }, 'tlsScheme'],
  [{ addresses: 'rediss://h', cert: 'c.pem' }, 'tlsPair'],
  [{ addresses: 'h', cert: 'c.pem', key: 'c.key' }, null],
  [{ kind: 'sentinel', primary: 'mymaster' }, null],
  [{ kind: 'redlock', addresses: 'a\nb\nc' }, null],
] as const)('of %j the first thing that is wrong is %s', (fields, missing) => {
  expect(missingField(typed(fields), ['jobs'])).toBe(missing);
});

test('a draft has the fields, and nothing of those that are empty or of another kind', () => {
  expect(targetDraftOf(typed({ primary: 'left over' }))).toEqual({
    ...{ name: 'redis', environment: 'production', topology: 'standalone', addresses: ['redis://h:6379'] },
  });
  const fields = typed({ kind: 'sentinel', primary: ' main ', username: 'lockscope', password: ' a b ' });
  expect(targetDraftOf(fields)).toMatchObject({ primary: 'main', username: 'lockscope', password: ' a b ' });
});

test('TLS files are in it as far as they are given, and an address without a scheme is rediss:// then', () => {
  const fields = typed({ addresses: 'h:6380', ca: ' ca.pem ', servername: 'redis.internal' });
  expect(targetDraftOf(fields)).toMatchObject({
    ...{ addresses: ['rediss://h:6380'], tls: { ca: 'ca.pem', servername: 'redis.internal' } },
  });
});

describe('a URL with a password', () => {
  test('leaves the address, where it can be read by who looks over a shoulder', () => {
    const apart = withCredentialsApart(typed({ addresses: 'rediss://lock%40scope:p%40ss@h:6379/2' }));
    expect(apart).toMatchObject({ addresses: 'rediss://h:6379/2', username: 'lock@scope', password: 'p@ss' });
  });

  test.each([
    { kind: 'sentinel', addresses: 'redis://:p@h:26379' },
    { addresses: 'redis://:%zz@h:6379' },
    { addresses: 'redis://h:6379' },
    { addresses: 'redis://:p@a redis://:q@b' },
    { addresses: 'http:// no' },
  ] as const)('stays as it is in %j', (fields) => {
    expect(withCredentialsApart(typed(fields))).toEqual(typed(fields));
  });
});

test('a test is of the fields as they are now', () => {
  const draft = targetDraftOf(typed({}));
  expect(isTestOf(draft, targetDraftOf(typed({})))).toBe(true);
  expect(isTestOf(draft, targetDraftOf(typed({ password: 'x' })))).toBe(false);
  expect(isTestOf(draft, null)).toBe(false);
});

describe('a target can be watched', () => {
  type Right = NonNullable<ServerTest['rights']>[number];
  const right = (needed: Right['needed'], is: Right['is']): Right => ({
    ...{ command: 'EVAL', costs: 'acts', needed, is },
  });
  const testOf = (...servers: Partial<ServerTest>[]) =>
    ({
      servers: servers.map((server) => ({ reached: true, problem: null, rights: [], ...server })),
    }) as unknown as TargetTest;

  test('with all it allows, read-only, or not at all', () => {
    expect(watchableAs(testOf({ rights: [right('act', 'allowed'), right('see', 'denied')] }))).toBe('all');
    expect(watchableAs(testOf({ rights: [right('act', 'denied')] }))).toBe('read-only');
    expect(watchableAs(testOf({ rights: [right('act', 'untried')] }))).toBe('read-only');
    expect(watchableAs(testOf({}, { reached: false }))).toBe('nothing');
    expect(watchableAs(testOf())).toBe('nothing');
  });
});
