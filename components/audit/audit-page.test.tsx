import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { describe, expect, it, vi } from 'vitest';
import { I18nProvider } from '@/components/i18n/intl-provider';
import { historyQueries } from '@/lib/api/history-queries';
import { ApiFailure } from '@/lib/api/http';
import { auditQueries } from '@/lib/api/queries';
import type { AuditChain, ChainedEntry } from '@/lib/contract/audit';
import { PARTLY_DONE } from '@/lib/domain/actions/after-action';
import { messagesFor } from '@/lib/i18n/messages';
import { AuditPage } from './audit-page';

const ENTRY: ChainedEntry = {
  ...{ id: 7, atMs: Date.UTC(2026, 9, 14, 12, 2, 10), actor: 'ak', action: 'release', target: 'main' },
  ...{
    lockId: 'main.0.order',
    key: 'order',
    holder: null,
    reason: 'stuck',
    outcome: 'released',
    details: { address: '10.8.3.14', actorIs: 'oidc', agent: 'Firefox', code: 'x', settled: null },
    hash: `41be7d02${'0'.repeat(56)}`,
  },
};
const CHAIN: AuditChain = {
  ...{ entries: 4834, links: 9668, headHash: ENTRY.hash, verifiedAtMs: ENTRY.atMs, prunedBeforeMs: null },
  ...{ broken: null, uncovered: null, nowMs: ENTRY.atMs },
};

const NO_FILTER = { actor: '', action: '', outcome: '', q: '', from: '', to: '' };

type Shown = {
  search?: string;
  chain?: AuditChain;
  /** null = there is none. */
  entry?: ChainedEntry | null;
  fetched?: () => Promise<Response>;
  waiting?: number;
};

function show(status: { kind: string; problem: unknown } | null, search = ''): string {
  return pageWith(status, { search }).textContent ?? '';
}

function pageWith(status: { kind: string; problem: unknown } | null, shown: Shown): HTMLElement {
  const { search = '', chain, entry = ENTRY, fetched = () => new Promise(() => {}), waiting = 0 } = shown;
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 1e9 } } });
  cache.setQueryData(auditQueries.matching(NO_FILTER, null).queryKey, {
    ...{
      entries: entry ? [entry] : [],
      more: false,
      partial: false,
      waiting,
      nowMs: ENTRY.atMs + 86_400_000,
    },
  });
  if (status) cache.setQueryData(historyQueries.status().queryKey, status as never);
  if (chain) cache.setQueryData(auditQueries.chain().queryKey, chain);
  vi.stubGlobal('fetch', fetched);
  const { container } = render(
    <QueryClientProvider client={cache}>
      <NuqsTestingAdapter searchParams={search}>
        <I18nProvider locale="en" messages={messagesFor('en')}>
          <AuditPage />
        </I18nProvider>
      </NuqsTestingAdapter>
    </QueryClientProvider>,
  );
  return container;
}

describe('the audit page', () => {
  it.each([
    ['release', 'released', 'Partly released', 'the lock may still be held'],
    ['extend', 'extended', 'Partly extended', 'the lock is held only as long as it was'],
    ['quarantine', 'quarantined', 'Partly in quarantine', 'its holder may still hold the lock'],
  ] as const)(
    'says of a %s of a lock of a group that it was done on too few nodes',
    (action, did, word, then) => {
      const nodes = [did, 'unreached', 'unreached'].map((outcome, i) => ({ node: `n${i}`, outcome }));
      const entry = { ...ENTRY, action, outcome: PARTLY_DONE[did], details: { short: true, nodes } };
      const { textContent } = pageWith({ kind: 'sqlite', problem: null }, { entry });
      expect(textContent).toContain(word);
      expect(textContent).toContain(`On 1 of 3 nodes: ${then}`);
      expect(textContent).not.toContain('Not known to be free');
    },
  );

  it.each([
    ['sqlite', /database file: a restart loses nothing/],
    ['postgres', /PostgreSQL database: a restart loses nothing/],
    ['memory', /Kept in memory until the console stops/],
  ])('says where its entries are kept: %s', (kind, words) => {
    expect(show({ kind, problem: null })).toMatch(words);
  });

  it('promises nothing while the store cannot be written, or is not known', () => {
    const problem = { sinceMs: 1, message: 'disk full' };
    expect(show({ kind: 'sqlite', problem })).toMatch(/cannot be written now/);
    cleanup();
    expect(show(null)).not.toMatch(/Kept|restart/);
  });

  it.each([
    ['?action=delete', /There is no action “delete”/],
    ['?from=yesterday', /“yesterday” is no time: from takes/],
    ['?from=2000&to=1000', /The begin of the range is not before its end/],
  ])('says in line what is wrong with %s, and shows no rows', (search, words) => {
    const text = show({ kind: 'sqlite', problem: null }, search);
    expect(screen.getByRole('alert').textContent).toMatch(words);
    expect(screen.queryByRole('table')).toBeNull();
    expect(text).not.toMatch(/the last entry|Export/);
  });

  it('has one heading of its own while entries are fetched', () => {
    show(null, '?actor=bo');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('has the date of an entry, and no age that could be taken for its own', () => {
    const text = show({ kind: 'sqlite', problem: null });
    expect(screen.getByRole('row', { name: /ak/ }).textContent).toMatch(/2026-10-14/);
    expect(text).not.toMatch(/\bago\b/);
  });

  const SQLITE = { kind: 'sqlite', problem: null };

  it('opens an entry to what else is known of it and its hash, which can be copied', () => {
    const page = pageWith(SQLITE, {});
    expect(page.textContent).not.toContain('41be7d02');
    fireEvent.click(screen.getByRole('button', { name: 'Show entry 7' }));
    expect(page.textContent).toMatch(/10\.8\.3\.14.*by the sign-in provider.*Firefox.*code.*x/);
    expect(page.textContent).toContain('41be7d020000…');
    expect(page.textContent).not.toContain('settled');
    expect(screen.getByRole('button', { name: 'Copy the hash' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Hide entry 7' }));
    expect(page.textContent).not.toContain('41be7d02');
  });

  it('has the lock as it was seen and the approval in words, and whatever else as it is stored', () => {
    const seen = {
      ...{ type: 'string', tokenDigest: 'bbf5'.repeat(16), holdCount: 2, ttlMs: 592_613 },
      ...{ readAtMs: Date.UTC(2026, 9, 14, 12, 2, 9), deadlineMs: 1_795_652_711_621, acquisition: null },
    };
    const approval = { by: 'amir', account: 'amir', via: 'password', atMs: ENTRY.atMs, request: 3 };
    const details = { seen, approval, woken: 0, tookMs: 1_200, freedAtMs: ENTRY.atMs, hold: { keys: [] } };
    const page = pageWith(SQLITE, { entry: { ...ENTRY, details } });
    fireEvent.click(screen.getByRole('button', { name: 'Show entry 7' }));
    expect(page.textContent).toMatch(
      /Seen\d\d:02:09: string, hold count 2, lease left 9\sm\s5[23]\ss, token sha256:bbf5bbf5bbf5…/,
    );
    expect(page.textContent).toMatch(/Approvedamir, 2026-10-14 \d\d:02:10.*, request 3/);
    expect(page.textContent).toMatch(/woken0.*tookMs1\.2\ss.*freedAtMs2026-10-14.*hold\{"keys":\[\]\}/);
    expect(page.textContent).not.toContain('1795652711621');
  });

  it.each([
    ['held', { left: { held: 1, unclear: 1, perhaps: 0 } }, 'The lock stays held: 1 more key of the hold'],
    [
      'held, one of them not shown',
      { left: { held: 1, unclear: 0, perhaps: 0 }, unseen: { surely: 1, perhaps: 0 } },
      'The lock stays held: 2 more keys of the hold',
    ],
    [
      'unclear',
      { left: { held: 0, unclear: 2, perhaps: 0 } },
      'Not known to be free: 2 more keys of the hold',
    ],
  ])('counts the keys of a hold that a run left %s', (_, hold, words) => {
    const entry = { ...ENTRY, outcome: 'partly-released' as const, details: { run: 6, hold } };
    expect(pageWith(SQLITE, { entry }).textContent).toContain(words);
  });

  it('names no key of a run that was stopped, whose locks have entries of their own', () => {
    const entry = {
      ...{ ...ENTRY, action: 'release-many' as const, outcome: 'partly-released' as const, lockId: null },
      details: { planned: 3 },
    };
    const text = pageWith(SQLITE, { entry }).textContent;
    expect(text).toContain('Partly released');
    expect(text).not.toContain('Not known to be free');
  });

  it.each([null, 'x', 7, {}, { type: 'string' }, [1], { by: 'amir' }])(
    'shows %j where somebody wrote it in place of a reading and of an approval',
    (value) => {
      const page = pageWith(SQLITE, { entry: { ...ENTRY, details: { seen: value, approval: value } } });
      fireEvent.click(screen.getByRole('button', { name: 'Show entry 7' }));
      expect(page.textContent).toContain('41be7d020000…');
    },
  );

  const key = (name: string, outcome: string) => ({ id: `main.0.${name}`, key: name, outcome });
  const kept = (name: string, sure: string) => ({ id: `main.0.${name}`, key: name, sure });

  it.each([
    ['names', { keys: [key('order', 'released')], kept: [kept('a', 'likely')] }, 'The lock stays held: a'],
    [
      'names, and how many were not shown to whoever released it',
      { keys: [], kept: [kept('a', 'proven')], unseen: { surely: 2, perhaps: 0 } },
      'The lock stays held: a, 2 more keys of the hold',
    ],
    [
      'how many, where none may be named to the reader',
      { keys: [key('order', 'released')], kept: [], hidden: { held: 2, unclear: 0 } },
      'The lock stays held: 2 keys of the hold (names hidden: your rights do not cover them)',
    ],
    [
      'how many, of which nobody knows whether they are free',
      { keys: [key('order', 'released')], kept: [], hidden: { held: 0, unclear: 1 } },
      'Not known to be free: 1 key of the hold (name hidden: your rights do not cover it)',
    ],
    ['that nobody knows, where it names no key', { kept: [] }, 'Whether the lock is free is not known'],
    ['that, of what somebody wrote by hand', { keys: 'a', kept: 7 }, 'Whether the lock is free is not known'],
  ])('says of a hold that was released in part %s', (_, hold, words) => {
    const entry: ChainedEntry = { ...ENTRY, outcome: 'partly-released', details: { hold } };
    const page = pageWith(SQLITE, { entry });
    expect(screen.getByTestId('keys-left').textContent).toBe(words);
    expect(page.textContent).not.toMatch(/: ?$/);
  });

  it('says of a run how many of its locks were not released, and of an odd one nothing', () => {
    const run = { lockId: null, key: 'family order', action: 'release-many' } as const;
    const counts = { released: 4, refused: 1, unexpected: 1, 'not-tried': 3 };
    const entry: ChainedEntry = { ...ENTRY, ...run, outcome: 'partly-released', details: { counts } };
    pageWith(SQLITE, { entry });
    expect(screen.getByTestId('keys-left').textContent).toBe('5 locks were not released');
    cleanup();
    pageWith(SQLITE, { entry: { ...entry, details: {} } });
    expect(screen.queryByTestId('keys-left')).toBeNull();
  });

  it('says of an own entry that rights do not cover why it is shown, and leads to no page of the lock', () => {
    expect(pageWith(SQLITE, {}).querySelector('a[href^="/locks/"]')).not.toBeNull();
    cleanup();
    const details = { ...ENTRY.details, onlyOwn: true };
    const page = pageWith(SQLITE, { entry: { ...ENTRY, holder: 'masked-1a2b3c4d', details } });
    expect(page.querySelector('a[href^="/locks/"]')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show entry 7' }));
    expect(page.textContent).toContain('Shown because it is yours.');
    expect(page.textContent).not.toContain('onlyOwn');
  });

  it('has the ticket of an act with its reason, a link only where it is an http or https URL', () => {
    const shown = (ticket: unknown) =>
      pageWith(SQLITE, { entry: { ...ENTRY, details: { ...ENTRY.details, ticket } } });
    shown('https://t.example/INC-7');
    const link = screen.getByRole('link', { name: /INC-7/ });
    expect(link.getAttribute('href')).toBe('https://t.example/INC-7');
    expect(link.getAttribute('rel')).toBe('noreferrer');
    fireEvent.click(screen.getByRole('button', { name: 'Show entry 7' }));
    expect(screen.getAllByRole('link', { name: /INC-7/ })).toHaveLength(2);
    for (const ticket of ['INC-7', 'javascript:alert(7)', 'https://ann:pw@t.example/7']) {
      cleanup();
      expect(shown(ticket).textContent).toContain(ticket);
      expect(screen.queryByRole('link', { name: /7/ })).toBeNull();
    }
    cleanup();
    expect(shown({ by: 'hand' }).textContent).toContain('stuck');
  });

  it('says of an entry that is about no lock neither a key, a holder nor a reason', () => {
    const about = { lockId: null, key: '', target: '', reason: '', holder: null };
    const signIn: ChainedEntry = { ...ENTRY, ...about, action: 'sign-in', outcome: 'signed-in' };
    const page = pageWith(SQLITE, { entry: signIn });
    expect(page.textContent).not.toMatch(/all that the rule finds|unknown|none given/);
    cleanup();
    const silence: ChainedEntry = { ...signIn, action: 'silence', outcome: 'silenced' };
    expect(pageWith(SQLITE, { entry: silence }).textContent).toContain('all that the rule finds');
  });

  it('does not say that nothing was done while the database cannot say so', () => {
    const away = { kind: 'postgres', problem: { sinceMs: 1, message: 'away' } };
    const page = pageWith(away, { entry: null });
    expect(page.textContent).toContain('Not known whether there are entries');
    expect(page.textContent).toContain('no entry known now');
    expect(page.textContent).not.toMatch(/Nothing was released|no entry ·/);
    cleanup();
    expect(pageWith(SQLITE, { entry: null }).textContent).toContain('Nothing was released');
  });

  it('has no hash of an entry that is in memory only', () => {
    const details = { ...ENTRY.details, spooled: 'a-uid' };
    const page = pageWith(SQLITE, { entry: { ...ENTRY, hash: null, details } });
    fireEvent.click(screen.getByRole('button', { name: 'Show entry 7' }));
    expect(page.textContent).toContain('none yet: not all of it is in the database');
    expect(screen.queryByRole('button', { name: 'Copy the hash' })).toBeNull();
  });

  it('says how many entries wait for the database, and nothing of it where none do', () => {
    expect(pageWith(SQLITE, { waiting: 3 }).textContent).toContain(
      '3 entries wait in a file for the database',
    );
    cleanup();
    expect(pageWith(SQLITE, {}).textContent).not.toContain('wait in a file');
  });

  it('shows an entry that somebody gave an outcome of their own', () => {
    const page = pageWith(SQLITE, { entry: { ...ENTRY, outcome: 'forged' as never } });
    expect(page.textContent).toContain('forged');
  });

  it('says that the chain is intact, of how many entries, and when that was verified', () => {
    const text = pageWith(SQLITE, { chain: CHAIN }).textContent;
    expect(text).toMatch(/Chain intact4.834 entries, \d\d:02:10/);
  });

  it.each([
    [{ seq: 3, entry: 4831, fault: 'changed' }, /Chain brokenentry 4.831 was changed/],
    [{ seq: 3, entry: 4831, fault: 'missing' }, /Chain brokenentry 4.831 is missing/],
    [
      { seq: null, entry: 9, fault: 'added' },
      /Chain brokenentry 9 was added past the console, or its links were removed/,
    ],
    [{ seq: 3, entry: 9, fault: 'link' }, /Chain brokenthe link of entry 9 was changed or removed/],
    [{ seq: 3, entry: null, fault: 'changed' }, /Chain brokenan entry was changed/],
  ] as const)('says in red which entry does not fit: %j', (broken, words) => {
    const page = pageWith(SQLITE, { chain: { ...CHAIN, broken } });
    expect(page.textContent).toMatch(words);
    expect(page.textContent).not.toMatch(/intact/);
    expect(screen.getByText('Chain broken').className).toContain('text-lost');
  });

  const RANGE = { fromEntry: 4_811, toEntry: 4_829, fromMs: ENTRY.atMs - 60_000, toMs: ENTRY.atMs };

  it.each([
    [
      { entries: 12, range: RANGE },
      /^Chain has a gap12 entries from 4.811 \(2026-10-14 \d\d:01:10.*\) to 4.829 \(2026-10-14 \d\d:02:10.*\) have no link: an older console wrote them, or somebody by hand; verified at \d\d:02:10/,
    ],
    [
      { entries: 1, range: { ...RANGE, toEntry: 4_811, toMs: RANGE.fromMs } },
      /^Chain has a gapentry 4.811 \(2026-10-14 \d\d:01:10.*\) has no link: an older console wrote it, or somebody by hand; verified at/,
    ],
    [{ entries: 3, range: null }, /^Chain has a gap3 entries have no link: an older console wrote them/],
  ])(
    'says from where to where the chain does not cover, and never that it was broken: %j',
    (uncovered, words) => {
      const page = pageWith(SQLITE, { chain: { ...CHAIN, uncovered } });
      const word = screen.getByText('Chain has a gap');
      expect(word.closest('p')?.textContent).toMatch(words);
      expect(word.className).toContain('text-contended');
      expect(page.textContent).not.toMatch(/intact|broken/);
    },
  );

  it('says of an entry without a link that it has none, and promises no hash', () => {
    pageWith(SQLITE, { entry: { ...ENTRY, hash: null } });
    fireEvent.click(screen.getByRole('button', { name: 'Show entry 7' }));
    expect(screen.getByText('none: an older console wrote it, or somebody by hand')).toBeTruthy();
  });

  it('never calls a chain intact that is not verified, or could not be', async () => {
    const page = pageWith(SQLITE, {});
    expect(page.textContent).toContain('Chain not verified yet');
    cleanup();
    const failed = pageWith(SQLITE, {
      fetched: () => Promise.reject(new ApiFailure(504, 'timed-out', 'no answer')),
    });
    await waitFor(() => expect(failed.textContent).toContain('Chain could not be verified'));
    expect(page.textContent + (failed.textContent ?? '')).not.toMatch(/intact/);
  });
});
