import { expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { batchOf, lockOf, HISTORY_START_MS as T } from '../../e2e/support/history-batches';
import { pastBatches } from '../../e2e/support/past-batch';
import { handoverQuery, ledgerQuery, timelineQuery } from '../../lib/contract/history/history-queries';
import { ALL_GRANTS } from '../../lib/domain/access/grants';
import { openArchive } from '../../lib/history/archive/open-archive';
import { handoverAnswer, ledgerAnswer, timelineAnswer } from '../../lib/reads/history';
import type { ConsoleClient } from './console-client';
import { printHandover, showHistory } from './history';

const NOW = T + 600_000;
const holds = [
  { nth: 1, from: T + 1_000, to: T + 61_000, ended: 'expired' as const, change: { overrun_ms: 4_000 } },
  { nth: 1, from: T + 90_000, to: null, holder: 'bob', waiters: 2 },
];

/** What a command prints, with the answers of a real archive that has these holds. */
async function told(
  command: (console: ConsoleClient, out: Parameters<typeof showHistory>[3]) => Promise<void>,
) {
  const archive = openArchive({ url: 'memory:' });
  const runtime = {
    archive,
    now: () => NOW,
    all: () => [],
    locks: () => [],
    grants: ALL_GRANTS,
    among: null,
    shown: <T>(answer: T) => answer,
  };
  async function get(path: string): Promise<unknown> {
    const url = new URL(path, 'http://console');
    const query = Object.fromEntries(url.searchParams);
    if (url.pathname.endsWith('/timeline')) return timelineAnswer(runtime, timelineQuery.parse(query));
    if (url.pathname.endsWith('/ledger')) return ledgerAnswer(runtime, ledgerQuery.parse(query));
    return handoverAnswer(runtime, handoverQuery.parse(query));
  }
  const lines: string[] = [];
  const out = { line: (line: string) => void lines.push(line), errorLine: () => {}, ask: async () => null };
  try {
    for (const batch of pastBatches('a', holds, [[T, NOW]])) await archive.write(batch);
    await archive.write(batchOf('a'));
    await command(aConsole({ get }), out);
    return lines.join('\n');
  } finally {
    await archive.close();
  }
}

const range = { from: String(T), to: String(NOW) };

test('the history of a lock is its holds, and which of them expired while held', async () => {
  const text = await told((console, out) =>
    showHistory(console, lockOf('a', 1), { ...range, limit: 10, json: false }, out),
  );
  expect(text.split('\n').map((line) => line.trimEnd())).toEqual([
    'FROM                      HELD FOR  HOLDER  ENDED    LEASE  WAITERS',
    `${new Date(T + 1_000).toISOString()}  1m 0s     ann     expired  10 s   0`,
    `${new Date(T + 90_000).toISOString()}  8m 30s    bob     goes on  10 s   2`,
    'lock:*: 1 expired while held (1 came back), by up to 4.0 s; no lease is advised: 1 of 100 holds of the family are known',
  ]);
});

test('a handover is Markdown, and masked it names nobody', async () => {
  const options = { ...range, mask: false, json: false };
  const plain = await told((console, out) => printHandover(console, lockOf('a', 1), options, out));
  expect(plain).toMatch(/^# Handover: `lock:1`/);
  expect(plain).toContain('| `lock:1` | `bob` |');
  expect(plain).toContain('| `lock:*` | 1 | came back 1, process lived on 0 |');
  const masked = await told((console, out) =>
    printHandover(console, lockOf('a', 1), { ...options, mask: true }, out),
  );
  expect(masked).toContain('masked (rule: holders)');
  expect(masked).not.toMatch(/\bbob\b|\bann\b|token-of/);
  const json = await told((console, out) =>
    printHandover(console, null, { ...options, target: 'a', json: true }, out),
  );
  expect(JSON.parse(json)).toMatchObject({ title: 'a', timeline: { matched: 2 }, ledger: [{ expired: 1 }] });
});
