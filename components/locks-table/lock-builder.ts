import type { Lock } from '@/lib/domain/lock';

/** A lock for tests: a reentrant one, held for ten seconds, twenty left of thirty. `nowMs` is 100 000. */
export function buildTestLock(key: string, over: Partial<Lock> = {}): Lock {
  const known = { by: 'event', atMs: 99_000 } as const;
  return {
    id: `test.0.${key}`,
    target: 'test',
    db: 0,
    node: 'localhost:6379',
    key: { text: key, exact: true, byteLength: key.length },
    kind: 'reentrant',
    format: {
      id: 'redisson-lock',
      library: 'Redisson RLock',
      language: 'Java',
      confidence: 'likely',
      alternatives: [],
    },
    state: 'held',
    reason: { code: 'none', values: {} },
    holders: [
      {
        token: { text: '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47', exact: true, byteLength: 39 },
        tokenUnique: true,
        label: null,
        mode: 'exclusive',
        holdCount: 1,
        since: { atMs: 90_000, atLeast: false, known },
        ttlMs: 20_000,
        process: { host: null, pid: null, instance: '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58' },
        verdict: 'unknown',
      },
    ],
    ttlMs: 20_000,
    expiresAtMs: 120_000,
    leaseMs: 30_000,
    valueDeadlineMs: null,
    waiters: { count: 0, known: { by: 'scan', atMs: 99_000 } },
    waiterSeconds: 0,
    fencingToken: null,
    votes: null,
    renewal: { count: 0, lastAtMs: null, periodMs: null, lateBy: null },
    findings: [],
    actions: { release: true, extend: true },
    known,
    ...over,
  };
}
