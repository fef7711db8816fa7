import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { aHolder, aLock } from '@/e2e/support/a-lock';
import { votesOf } from '@/e2e/support/a-vote';
import type { LockAction } from '@/lib/contract/action-codes';
import type {
  ActionResult,
  KeyOutcome,
  NodeOutcome,
  Preview,
  Seen,
  SharedHold,
} from '@/lib/contract/actions';
import type { Lock } from '@/lib/contract/lock';
import { afterAction, PARTLY_DONE } from '@/lib/domain/actions/after-action';
import { messagesFor } from '@/lib/i18n/messages';
import { ActionDialog } from './action-dialog';
import type { Done } from './done';

type Outcomes = NodeOutcome['outcome'][];

const group = aLock({
  name: 'invoice:7',
  votes: votesOf(['yes', 'yes', 'yes', 'no', 'unread']),
});

/** A console where the act does this on the nodes, and the dialog for it. */
async function open(
  action: LockAction,
  outcomes: Outcomes,
  lock: Lock = group,
  hold: { before: SharedHold; after: NonNullable<ActionResult['hold']> } | null = null,
  of: Partial<Preview> = {},
) {
  const nodes = outcomes.map((each, i) => ({ node: `n${i + 1}`, outcome: each }));
  const done = action === 'extend' ? 'extended' : 'released';
  const isShort = afterAction(lock, { outcome: done, nodes })?.is === 'short';
  const outcome = hold || isShort ? PARTLY_DONE[done] : done;
  const result: ActionResult = {
    outcome,
    nodes,
    auditId: 12,
    woken: null,
    atMs: 1_000_000,
    ...(hold && { hold: hold.after }),
  };
  const preview = {
    ...{ lock, holder: lock.holders[0], evidence: [], consequences: [], allowed: true, why: null },
    ...{
      requires: { reason: false, typedKey: true, although: null },
      typedKey: lock.key.text,
      command: 'lockscope release',
    },
    seen: { tokenDigest: 'd', type: 'string', holdCount: null, ttlMs: 20_000, readAtMs: 1_000_000 },
    nowMs: 1_000_000,
    ...(hold && { hold: hold.before }),
    ...of,
  };
  const sent = vi.fn();
  const previews = vi.fn();
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path.endsWith(`/${action}`)) sent(JSON.parse(String(init?.body)));
    if (path.endsWith('/preview')) previews();
    const body = path.endsWith('/preview') ? preview : path.endsWith(`/${action}`) ? result : {};
    return new Response(JSON.stringify(body), { status: 200 });
  });
  const onClosed = vi.fn<(done: Done | null) => void>();
  const onAgain = vi.fn<(done: Done) => void>();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NuqsTestingAdapter>
        <I18nProvider locale="en" messages={messagesFor('en')}>
          <ActionDialog lock={lock} action={action} choice={null} onClosed={onClosed} onAgain={onAgain} />
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  await screen.findByText(/^What will be (freed|extended)$/);
  return { onAgain, onClosed, previews, sent };
}

/** Says what has to be said and confirms; resolves to the dialog with the result. */
async function confirm(name: 'Extend' | 'Release both keys' | RegExp): Promise<HTMLElement> {
  const typed = screen.queryByLabelText(/Type the key/);
  if (typed) fireEvent.change(typed, { target: { value: 'invoice:7' } });
  const button = () => screen.getByRole('button', { name });
  await waitFor(() => expect(button().getAttribute('aria-disabled')).not.toBe('true'));
  fireEvent.click(button());
  await screen.findByText(/^Audit 12$/);
  return screen.getByRole('dialog');
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an act on a Redlock group', () => {
  it('says before that it goes to all nodes, by name, and how many have the lock', async () => {
    await open('release', []);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Goes to all 5 nodes: n1, n2, n3, n4, n5')).toBeTruthy();
    expect(dialog.getByText('3 of 5 nodes have it, 1 has none, 1 does not answer')).toBeTruthy();
  });

  it('says after what happened on each node, and that fewer than a quorum are left', async () => {
    await open('release', ['released', 'released', 'released', 'changed', 'unreached']);
    const dialog = await confirm(/^Force-release/);
    expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe('Released on 3 of 5 nodes');
    const [released, , , changed, unreached] = within(dialog).getAllByRole('listitem');
    expect(released?.textContent).toContain('Released on n1');
    expect(released?.className).not.toContain('font-semibold');
    expect(changed?.textContent).toContain('Left alone on n4');
    expect(unreached?.textContent).toContain('No answer from n5');
    for (const item of [changed, unreached]) expect(item?.className).toContain('font-semibold');
    expect(screen.getByTestId('after-act').textContent).toBe(
      '1 node may still have it, fewer than a quorum of 3: the lock is free.',
    );
  });

  it('does not say that the lock is free while a quorum may have it, and offers another look', async () => {
    const { previews, onAgain, onClosed } = await open('release', [
      ...(['released', 'changed', 'unreached', 'changed', 'unreached'] as const),
    ]);
    const dialog = await confirm(/^Force-release/);
    expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe('Released on 1 of 5 nodes');
    expect(screen.getByTestId('after-act').textContent).toContain('the lock may still be held');
    expect(dialog.textContent).not.toMatch(/is free|acquires|acquired|all its keys|did not become free/);
    const before = previews.mock.calls.length;
    fireEvent.click(screen.getByRole('button', { name: 'Look at it again' }));
    await waitFor(() => expect(previews.mock.calls.length).toBeGreaterThan(before));
    const typed = await screen.findByLabelText<HTMLInputElement>(/Type the key/);
    expect(typed.value, 'what was typed was for the act before').toBe('');
    expect(onAgain.mock.calls[0]?.[0].after, 'which is not lost by that').toMatchObject({ is: 'short' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClosed).toHaveBeenCalledWith(null);
  });

  it('that was done everywhere has no more to say', async () => {
    const { onClosed } = await open('release', Array<'released'>(5).fill('released'));
    const dialog = await confirm(/^Force-release/);
    expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe('Released');
    expect(screen.queryByTestId('after-act')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Look at it again' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClosed.mock.calls[0]?.[0]?.after).toMatchObject({ is: 'free', left: 0 });
  });

  it.each<[string, Outcomes, string, boolean]>([
    ['a quorum', ['extended', 'extended', 'extended', 'changed', 'unreached'], 'has the new lease', true],
    [
      'too few',
      ['extended', 'extended', 'unreached', 'changed', 'unreached'],
      'only as long as it was',
      false,
    ],
  ])('that extends %s says what lease counts', async (_, outcomes, said, isSure) => {
    await open('extend', outcomes);
    const dialog = await confirm('Extend');
    const done = outcomes.filter((each) => each === 'extended').length;
    const title = within(dialog).getByRole('heading', { level: 2 }).textContent;
    expect(title).toBe(`Extended on ${done} of 5 nodes`);
    expect(screen.getByTestId('after-act').textContent).toContain(said);
    expect(/The lease left is at least/.test(dialog.textContent ?? '')).toBe(isSure);
  });
});

it('an act on a lock of one server tells of no nodes', async () => {
  await open('release', ['released'], aLock({ name: 'invoice:7' }));
  expect(screen.queryByText(/Goes to all/)).toBeNull();
  const dialog = await confirm(/^Force-release/);
  expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe('Released');
  expect(screen.queryByTestId('after-act')).toBeNull();
});

it('a key of a hold that was not released is named with the reason, and the lock is said to stay held', async () => {
  const seen = { tokenDigest: 'd' } as Seen;
  const lock = aLock({ name: 'invoice:7' });
  const other = aLock({ name: 'invoice:8' });
  const before: SharedHold = {
    parts: [
      {
        ...{ lock: other, holder: aHolder(), sure: 'likely', acquiredApartMs: 3, leasesApartMs: 0, seen },
        ...{ allowed: true, why: null, requires: { reason: false, typedKey: false, although: null } },
      },
    ],
    more: 0,
  };
  const why = { code: 'denied', message: 'this Redis user may not run DEL' };
  const keys: KeyOutcome[] = [
    {
      id: lock.id,
      key: 'invoice:7',
      outcome: 'released',
      nodes: [],
      woken: 1,
      auditId: 12,
      why: null,
    },
    { id: other.id, key: 'invoice:8', outcome: 'failed', nodes: [], woken: null, auditId: 13, why },
  ];
  const { sent } = await open('release', ['released'], lock, {
    before,
    after: { keys, kept: [] },
  });
  const dialog = await confirm(/^Release both keys/);
  expect(sent.mock.calls[0]?.[0].also).toEqual([{ id: other.id, seen }]);
  expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe(
    'Released 1 of 2 keys: the lock stays held',
  );
  expect(screen.getByTestId('stays-held')).toBeTruthy();
  expect(dialog.textContent).toContain('not released: this Redis user may not run DEL');
  expect(dialog.textContent).not.toMatch(/lock is free|acquires|acquired|Watching who/);
});

describe('a holder that may renew', () => {
  const consequences: Preview['consequences'] = [
    { code: 'renewal-may-come', happens: true, values: { watchedMs: 2_000, withinMs: 12_000 } },
    { code: 'no-waiters', happens: true, values: {} },
  ];
  const renewal = { count: 0, lastAtMs: null, periodMs: null, lateBy: null };
  const awaited = { sinceMs: 998_000, untilMs: 1_012_000 };
  const lock = aLock({ name: 'invoice:7', renewal: { ...renewal, awaited } });
  const noRenewal = (dialog: HTMLElement) => dialog.textContent?.match(/No renewal for/g) ?? [];

  it('is named once, where the consent to it is asked', async () => {
    const requires = { reason: true, typedKey: false, although: 'renews' as const, untilMs: awaited.untilMs };
    await open('release', [], lock, null, { consequences, requires });
    const dialog = screen.getByRole('dialog');
    expect(noRenewal(dialog)).toHaveLength(1);
    const consent = within(dialog)
      .getByText(/I accept that the holder may still work/)
      .closest('label');
    expect(consent?.textContent).toMatch(/No renewal for .* so far: if it renews, it does so within /);
    expect(dialog.textContent).toContain('No client waits');
  });

  it('is among the consequences, where another consent is asked', async () => {
    const requires = { reason: true, typedKey: false, although: 'alive' as const };
    await open('release', [], lock, null, { consequences, requires });
    expect(noRenewal(screen.getByRole('dialog'))).toHaveLength(1);
  });
});
