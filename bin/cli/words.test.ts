import { describe, expect, test } from 'vitest';
import { aConsole } from '../../e2e/support/a-console';
import { aHolder, aLock, aProcess } from '../../e2e/support/a-lock';
import { CONSEQUENCES } from '../../lib/contract/action-codes';
import type { HolderVerdict } from '../../lib/contract/codes';
import type { Heartbeat } from '../../lib/contract/holder';
import { showLock } from './show';
import { consequenceWords, heartbeatWords, holdersCell, leftWords } from './words';

const NOW = 1_000_000;

function beat(record: Heartbeat['record'], ageMs: number | null, forMs = 0): Heartbeat {
  const lastMs = ageMs === null ? null : NOW - ageMs;
  return { record, lastMs, beatMs: 10_000, sinceMs: NOW - forMs, known: { by: 'scan', atMs: NOW } };
}

test.each([
  [beat('present', 3_000), /^last 3\.0 s ago, one is due every 10 s$/],
  [beat('present', 45_000), /^stopped: last 45 s ago.*paused looks the same$/],
  [beat('deleted', 20_000, 15_000), /^ended: the process took its record away/],
  [beat('deleted', 8_000), /^its record is gone; a process that lives writes it again/],
  [beat('lapsed', 3_700_000, 60_000), /^ended: its record expired or was deleted; last 1h 1m ago$/],
  [beat('denied', null), /^cannot be read: denied$/],
  [beat('unreadable', null), /^cannot be read: not a heartbeat$/],
  [beat('absent', null), /^null$/],
  [null, /^null$/],
])('a heartbeat in words: %j', (heartbeat, words) => {
  expect(String(heartbeatWords({ process: aProcess({ heartbeat }) }, NOW))).toMatch(words);
});

test.each([
  [20_000, 5_000, '15 s'],
  [20_000, 25_000, '0.0 s'],
  ['none', 25_000, 'never'],
  [null, 25_000, 'unknown'],
] as const)('of a TTL of %s that was read %s ms ago, %s is left', (ttlMs, ageMs, words) => {
  expect(leftWords(ttlMs, NOW - ageMs, NOW)).toBe(words);
});

test.each(CONSEQUENCES)('%s is said in the words of the browser, without its tags', (code) => {
  const values = {
    count: 2,
    ttlMs: 90_000,
    periodMs: 10_000,
    watchedMs: 2_000,
    withinMs: 9_000,
    quarantineMs: 30_000,
    longerMs: 60_000,
    channel: 'unlock:{a}',
    list: 'a:signal',
  };
  expect(consequenceWords({ code, happens: true, values })).toMatch(/^[A-Z0-9][^<>]* [^<>]*$/);
});

test('a consequence tells its figures, and a code of a newer console itself', () => {
  const said = (code: string, values: Record<string, string | number>) =>
    consequenceWords({ code, happens: true, values } as never);
  expect(said('waiters-race', { count: 3 })).toBe('Race among 3: all are woken, one acquires');
  expect(said('watchdog-resets', {})).toBe('A live watchdog sets its own lease again at its next renewal');
  expect(said('no-such-code', {})).toBe('no-such-code');
});

describe('show', () => {
  async function shown(verdict: HolderVerdict, heartbeat: Heartbeat | null): Promise<string> {
    const process = aProcess({
      app: 'checkout',
      label: 'eu-1',
      host: 'worker-7',
      pid: 4711,
      startMs: 0,
      instance: '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58',
      heartbeat,
    });
    const label = 'checkout (eu-1) · worker-7:4711';
    const lock = aLock({ holders: [aHolder({ verdict, label, process })] });
    const console = aConsole({
      get: async () => ({ lock, holderDigests: ['d'.repeat(64)], nowMs: NOW }),
    });
    const lines: string[] = [];
    const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
    await showLock(console, lock.id, false, out);
    return lines.join('\n');
  }

  test('says who holds the lock, whether it lives, and how that is known', async () => {
    const text = await shown('gone', beat('present', 45_000));
    for (const line of [
      /^holder +checkout \(eu-1\) · worker-7:4711$/m,
      /^token +8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47$/m,
      /^holder is +gone$/m,
      /^application +checkout \(eu-1\)$/m,
      /^process +worker-7:4711$/m,
      /^started +1970-01-01T00:00:00\.000Z$/m,
      /^heartbeat +stopped: last 45 s ago/m,
      /^process id +8d3c3d43-03b0-4cd8-8966-8bbd088f8c58$/m,
    ])
      expect(text).toMatch(line);
  });

  test('says by whom and until when a lock is in quarantine, not that nothing is known of its holder', async () => {
    const holder = aHolder({ quarantine: { by: 'ann' }, label: 'quarantine:ann', process: null });
    const lock = aLock({ holders: [holder], expiresAtMs: NOW + 20_000 });
    const lines: string[] = [];
    const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
    const console = aConsole({ get: async () => ({ lock, holderDigests: ['d'.repeat(64)], nowMs: NOW }) });
    await showLock(console, lock.id, false, out);
    const text = lines.join('\n');
    expect(text).toMatch(/^holder is +in quarantine$/m);
    expect(text).toMatch(
      /^quarantine +by ann, expires at 1970-01-01T00:17:00\.000Z at the latest: nobody can acquire it, and its former holder cannot renew or release it$/m,
    );
    expect(holdersCell(lock)).toBe('in quarantine by ann');
  });

  test('says nothing of a heartbeat that never was', async () => {
    expect(await shown('unknown', beat('absent', null))).not.toContain('heartbeat');
  });
});

describe('several holders', () => {
  const reader = aHolder({ mode: 'read', ttlMs: 8_000 });
  const over = aHolder({ mode: 'read', ttlMs: 0, label: 'worker-7:4711' });
  const lock = aLock({ kind: 'read-write', holders: [reader, over], ghosts: 1 });
  const permits = { available: 3, held: 1, expired: 1 };

  async function shown(change: Partial<typeof lock>): Promise<string> {
    const detail = {
      lock: { ...lock, ...change },
      holderDigests: ['a'.repeat(64), 'b'.repeat(64)],
      nowMs: NOW,
    };
    const console = aConsole({ get: async () => detail });
    const lines: string[] = [];
    const out = { line: (text: string) => void lines.push(text), errorLine: () => {}, ask: async () => null };
    await showLock(console, lock.id, false, out);
    return lines.join('\n');
  }

  test('are all shown, each with its digest, mode and own TTL', async () => {
    const text = await shown({});
    for (const line of [
      /^holder 1 of 2 +8d3c3d43/m,
      /^digest +sha256:a{64}$/m,
      /^mode +reads$/m,
      /^own TTL +8\.0 s$/m,
      /^holder 2 of 2 +worker-7:4711$/m,
      /^digest +sha256:b{64}$/m,
      /^own TTL +over$/m,
      /^waiters +0, and 1 in the queue that lost their turn$/m,
    ])
      expect(text).toMatch(line);
  });

  test('or none are said to be, with what is free', async () => {
    const text = await shown({ kind: 'semaphore', holders: [], permits, fencingToken: '42' });
    expect(text).toMatch(/^permits +3 of 5 permits free, 1 expired$/m);
    expect(text).toMatch(/^holder +nobody that is known$/m);
    expect(text).toMatch(/^fencing token +42$/m);
  });

  test('are counted in a list', () => {
    expect(holdersCell(lock)).toBe('2 readers');
    expect(holdersCell(aLock({ holders: [aHolder(), aHolder(), aHolder()] }))).toBe('3 holders');
    expect(holdersCell({ ...lock, holders: [aHolder({ mode: 'write', label: 'w' })] })).toBe('writer w');
    expect(holdersCell({ ...lock, kind: 'semaphore', permits })).toBe('3 of 5 permits free, 1 expired');
    const latch = { ...lock, kind: 'latch' as const, permits: { available: 2, held: null, expired: null } };
    expect(holdersCell(latch)).toBe('2 counts left');
  });
});
