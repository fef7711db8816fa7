import type { Lock } from '../domain/lock';

/** A held lock called `name` for tests, with what `change` says. */
export function lockOf(name: string, change: Partial<Lock> & { token?: string } = {}): Lock {
  const { token = 'token', ...rest } = change;
  return {
    id: `main.0.${name}`,
    target: 'main',
    db: 0,
    node: '127.0.0.1:6379',
    key: { text: name, exact: true, byteLength: name.length },
    kind: 'mutex',
    format: {
      id: 'own',
      library: 'Lockscope',
      language: 'TypeScript',
      confidence: 'certain',
      alternatives: [],
    },
    state: 'held',
    reason: { code: 'none', values: {} },
    holders: [
      {
        token: { text: token, exact: true, byteLength: token.length },
        tokenUnique: true,
        label: null,
        mode: 'exclusive',
        holdCount: 1,
        since: null,
        ttlMs: 1_000,
        process: null,
        verdict: 'unknown',
      },
    ],
    ttlMs: 1_000,
    expiresAtMs: 1_000,
    leaseMs: 1_000,
    valueDeadlineMs: null,
    waiters: { count: 0, known: null },
    waiterSeconds: 0,
    fencingToken: null,
    votes: null,
    renewal: { count: 0, lastAtMs: null, periodMs: null, lateBy: null },
    findings: [],
    actions: { release: true, extend: true },
    known: { by: 'event', atMs: 0 },
    ...rest,
  };
}
