import type { HistoryBatch, RollupCounts, SpanWrite } from '../../lib/history/database/batch';

export const HISTORY_START_MS = 1_785_000_000_000;
export const LOCKS = 20;

export const noCounts: RollupCounts = {
  acquisitions: 0,
  releases: 0,
  lapses: 0,
  lost: 0,
  forced: 0,
  taken_over: 0,
  renewals: 0,
  extensions: 0,
  held_ms: 0,
  held_max: 0,
  waiter_ms: 0,
  waiters_max: 0,
  waited_max: 0,
  covered_ms: 0,
};

export function lockOf(target: string, nth: number): string {
  return `${target}.0.lock:${nth}`;
}

export function spanOf(uid: string, target: string, nth: number, change: Partial<SpanWrite> = {}): SpanWrite {
  return {
    uid,
    lock: lockOf(target, nth),
    target,
    holder: 'host-1',
    holder_ref: 'host-1 12',
    token: `token-${uid}`,
    mode: 'exclusive',
    from_ms: HISTORY_START_MS,
    from_known: 'seen',
    to_ms: null,
    ended: null,
    ended_by: null,
    lease_ms: 10_000,
    no_ttl: 0,
    renewals: 0,
    extensions: 0,
    hold_count: 1,
    waiters_max: 0,
    waiter_ms: 0,
    fencing: null,
    verdict: null,
    overrun_ms: null,
    ...change,
  };
}

export function batchOf(target: string, change: Partial<HistoryBatch> = {}): HistoryBatch {
  return {
    target,
    fence: null,
    atMs: HISTORY_START_MS,
    covered: null,
    locks: [],
    spans: [],
    waitSpans: [],
    waiting: [],
    rollups: [],
    horizon: null,
    events: [],
    orders: [],
    ...change,
  };
}

export function lockInfo(target: string, nth: number): HistoryBatch['locks'][number] {
  const text = `lock:${nth}`;
  return {
    id: lockOf(target, nth),
    key: { text, exact: true, byteLength: text.length },
    family: 'lock:*',
    kind: 'mutex',
    formatId: 'lockscope-mutex',
    library: 'Lockscope',
  };
}

/** What a second of a busy target looks like: the `nth` is always the same. Its one event says which it is. */
export function numberedBatch(target: string, nth: number, size = 5): HistoryBatch {
  const atMs = HISTORY_START_MS + nth * 1_000;
  const startMs = Math.floor(atMs / 10_000) * 10_000;
  const numbers = Array.from({ length: size }, (_, i) => (nth * 7 + i * 3) % LOCKS);
  const locks = [...new Set(numbers)];
  const rollups: HistoryBatch['rollups'] = locks.map((lock) => ({
    subject: { kind: 'lock', target, lock: lockOf(target, lock) },
    startMs,
    counts: {
      ...noCounts,
      acquisitions: 1,
      releases: 1,
      held_ms: 100 + lock,
      held_max: 1,
      covered_ms: 1_000,
    },
    times: [{ measure: 'hold', bucket: 20 + lock, count: 1 }],
  }));
  rollups.push({
    subject: { kind: 'target', target },
    startMs,
    counts: { ...noCounts, acquisitions: size, waiter_ms: nth, waiters_max: nth % 9, covered_ms: 1_000 },
    times: [],
  });
  return batchOf(target, {
    atMs,
    covered: { fromMs: atMs - 1_000, toMs: atMs, watcher: 'test' },
    locks: locks.map((lock) => lockInfo(target, lock)),
    spans: numbers.map((lock, i) =>
      spanOf(`${nth}-${i}`, target, lock, {
        from_ms: atMs - 500,
        to_ms: atMs - 400 + lock,
        ended: 'released',
        ended_by: 'event',
      }),
    ),
    waiting: locks.map((lock) => ({ lock: lockOf(target, lock), atMs, waiters: nth % 3 })),
    rollups,
    horizon: { atMs, within_10s: size, within_1m: 0, within_10m: 0, within_1h: 0, later: 0, never: 0 },
    events: [{ atMs, lock: null, node: null, kind: 'contended', by: 'event', holder: null, values: { nth } }],
  });
}
