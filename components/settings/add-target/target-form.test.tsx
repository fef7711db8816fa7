import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import type { TargetDraft } from '@/lib/contract/add-target';
import type { ServerTest } from '@/lib/contract/settings';
import type { Locale } from '@/lib/i18n/locales';
import { messagesFor } from '@/lib/i18n/messages';
import { TargetForm } from './target-form';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const reached: ServerTest = {
  ...{ role: 'server', address: 'h:6379', user: 'default', encrypted: false, tls: null, reached: true },
  ...{ problem: null, server: { name: 'Redis', version: '8.0.0' }, pingMs: 1, everyKey: true, grant: null },
  rights: [{ command: 'EVAL', costs: 'acts', needed: 'act', is: 'allowed' }],
};
const denied: ServerTest = {
  ...reached,
  grant: 'ACL SETUSER lockscope +eval',
  rights: [{ command: 'EVAL', costs: 'acts', needed: 'act', is: 'denied' }],
};
const away: ServerTest = {
  ...reached,
  ...{ reached: false, server: null, pingMs: null, rights: null, everyKey: null },
  problem: {
    ...{ code: 'wrong-password', message: 'WRONGPASS', settings: ['username', 'password'] },
    from: { is: 'form' },
  },
};

type Sent = { path: string; body: TargetDraft };

/** The form, with a console whose tests find this, one after the other. */
function open(found: ServerTest[], { taken = [] as string[], status = 200, locale = 'en' as Locale } = {}) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as TargetDraft;
    sent.push({ path, body });
    const error = { code: 'not-stored', message: '/etc/lockscope.config.json was not changed', details: {} };
    const test = { target: body.name, atMs: 0, tookMs: 5, servers: [found.shift()], nowMs: 0 };
    const answer = path.endsWith('/test') ? { test, auditId: 1, nowMs: 0 } : status === 200 ? {} : { error };
    return new Response(JSON.stringify(answer), { status: path.endsWith('/test') ? 200 : status });
  });
  const onAdded = vi.fn();
  render(
    <I18nProvider locale={locale} messages={messagesFor(locale)}>
      <TargetForm taken={taken} file="/etc/lockscope.config.json" first={createRef()} onAdded={onAdded} />
    </I18nProvider>,
  );
  return { sent, onAdded, user: userEvent.setup() };
}

const button = (name: string) => screen.queryByRole('button', { name });
const field = (name: string) => screen.getByLabelText(name);

test('a wrong password says so with its fields, and nothing can be watched until a test has found it to work', async () => {
  const { sent, onAdded, user } = open([away, reached]);
  expect(button('Test')?.getAttribute('aria-disabled')).toBe('true');
  await user.type(field('Address'), 'h:6379');
  await user.type(field('Password'), 'wrong{Enter}');
  const result = await screen.findByRole('region', { name: 'Connection test' });
  expect(result.textContent).toContain('Wrong password, or no such user.');
  expect(result.textContent).toContain('Fields: User, Password');
  expect(button('Watch')).toBeNull();
  await user.clear(field('Password'));
  await user.type(field('Password'), 'right');
  expect(screen.queryByRole('region', { name: 'Connection test' })).toBeNull();
  await user.click(button('Test') as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Watch' }));
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith('redis'));
  const draft = {
    name: 'redis',
    environment: 'production',
    topology: 'standalone',
    addresses: ['redis://h:6379'],
  };
  expect(sent).toEqual([
    { path: '/api/targets/test', body: { ...draft, password: 'wrong' } },
    { path: '/api/targets/test', body: { ...draft, password: 'right' } },
    { path: '/api/targets', body: { ...draft, password: 'right' } },
  ]);
});

test('a failed test is tried again by itself, until it works or the fields are others', async () => {
  vi.useFakeTimers();
  const { sent } = open([away, away, reached]);
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.change(field('Address'), { target: { value: 'h' } });
  fireEvent.click(button('Test') as HTMLElement);
  await pass(0);
  expect(screen.getByRole('timer').textContent).toMatch(/^Trying again in \d+ s · now$/);
  await pass(9_900);
  expect(sent).toHaveLength(1);
  await pass(200);
  expect(sent).toHaveLength(2);
  fireEvent.change(field('Password'), { target: { value: 'other' } });
  expect(screen.queryByRole('timer'), 'the test was of other fields').toBeNull();
  await pass(60_000);
  expect(sent).toHaveLength(2);
  fireEvent.change(field('Password'), { target: { value: '' } });
  await pass(0);
  await pass(20_000);
  expect(sent).toHaveLength(3);
  expect(screen.queryByRole('timer'), 'it works').toBeNull();
  expect(button('Watch')).toBeTruthy();
  await pass(60_000);
  expect(sent).toHaveLength(3);
});

test('without the rights to act it is watched read-only, with the line that grants them', async () => {
  const { sent, user } = open([denied]);
  await user.type(field('Address'), 'rediss://h{Enter}');
  const result = await screen.findByRole('region', { name: 'Connection test' });
  expect(within(result).getByText('ACL SETUSER lockscope +eval')).toBeTruthy();
  expect(button('Watch')).toBeNull();
  await user.click(button('Watch read-only') as HTMLElement);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body.readOnly).toBe(true);
});

test('a file that was not written says why, and the fields stay', async () => {
  const { onAdded, user } = open([reached], { status: 503 });
  await user.type(field('Address'), 'h{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Watch' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The target was not added.');
  expect(alert.textContent).toContain('/etc/lockscope.config.json was not changed');
  expect(onAdded).not.toHaveBeenCalled();
  expect((field('Address') as HTMLInputElement).value).toBe('h');
});

test('a name that is taken is refused before it is sent, and sentinels take a primary', async () => {
  const { sent, user } = open([reached], { taken: ['redis'] });
  await user.type(field('Address'), 'h{Enter}');
  expect(screen.getByText('There is one of this name.')).toBeTruthy();
  await user.type(field('Name'), '-2');
  await user.click(button('Sentinel') as HTMLElement);
  await user.type(field('Addresses of the sentinels'), ',s2');
  expect(screen.getByText('Name the primary.')).toBeTruthy();
  await user.type(field('Primary'), 'main{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({
    ...{ name: 'redis-2', topology: 'sentinel', addresses: ['redis://h', 'redis://s2'], primary: 'main' },
  });
});

test('a URL that is pasted with a password is taken apart', async () => {
  const { user } = open([]);
  await user.type(field('Address'), 'redis://mk:p%40ss@h:6379');
  await user.tab();
  expect((field('Address') as HTMLInputElement).value).toBe('redis://h:6379');
  expect((field('User') as HTMLInputElement).value).toBe('mk');
  expect((field('Password') as HTMLInputElement).value).toBe('p@ss');
});

test('TLS files go with the test, and one that cannot be used is named by its field', async () => {
  const { sent, user } = open([reached, reached]);
  const refused = { code: 'invalid-argument', message: 'no such', details: { setting: 'tls.ca' } };
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const done = await answer(path, init);
    return sent.length === 1 ? new Response(JSON.stringify({ error: refused }), { status: 400 }) : done;
  });
  await user.type(field('Address'), 'h');
  await user.click(screen.getByText('TLS files'));
  await user.type(field('Authority (CA)'), '/etc/redis/ca.pem{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Authority (CA): the console can read no PEM file there',
  );
  await user.click(button('Test') as HTMLElement);
  await screen.findByRole('button', { name: 'Watch' });
  expect(sent[1]?.body).toMatchObject({ addresses: ['rediss://h'], tls: { ca: '/etc/redis/ca.pem' } });
});

test('in Chinese', async () => {
  open([], { locale: 'zh' });
  expect(button('测试')).toBeTruthy();
  expect(field('密码')).toBeTruthy();
});
