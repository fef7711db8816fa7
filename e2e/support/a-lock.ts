import type { Holder, SeenProcess } from '../../lib/contract/holder';
import type { Lock } from '../../lib/contract/lock';
import { displayOf } from '../../lib/domain/keys/bytes';
import { type Counted, counted, numberOrNull } from '../../lib/domain/values/counted';

/** A held reentrant lock as the index would show it at 1,000,000 ms; `change` says what is different. */
export function aLock(change: Partial<Lock> & { name?: string } = {}): Lock {
  const { name = 'order:7', ...rest } = change;
  const known = { by: 'scan', atMs: 1_000_000 } as const;
  return {
    id: `test.0.${name}`,
    target: 'test',
    db: 0,
    node: '127.0.0.1:6379',
    key: displayOf(name),
    kind: 'reentrant',
    format: {
      id: 'redisson-lock',
      library: 'Redisson RLock',
      language: 'Java',
      confidence: 'likely',
      alternatives: [],
      hint: null,
    },
    state: 'held',
    reason: { code: 'none', values: {} },
    holders: [aHolder()],
    ttlMs: 20_000,
    expiresAtMs: 1_020_000,
    leaseMs: 30_000,
    valueDeadlineMs: null,
    waiters: { count: counted(0), known },
    waiterSeconds: 0,
    fencingToken: null,
    permits: null,
    ghosts: null,
    votes: null,
    renewal: { count: 0, lastAtMs: null, periodMs: null, lateBy: null },
    findings: [],
    actions: { release: true, extend: true, quarantine: true },
    known,
    confirmed: rest.known ?? known,
    ...rest,
  };
}

/** Its holder, who took it at 990,000 ms. */
export function aHolder(change: Partial<Holder> = {}): Holder {
  return {
    token: displayOf('8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47'),
    tokenUnique: true,
    label: null,
    mode: 'exclusive',
    holdCount: 1,
    since: { atMs: 990_000, atLeast: false, known: { by: 'event', atMs: 990_000 } },
    ttlMs: 20_000,
    process: aProcess({ instance: '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58' }),
    verdict: 'unknown',
    ...change,
  };
}

/** A process of which nothing is known; `change` says what is. */
export function aProcess(change: Partial<SeenProcess> = {}): SeenProcess {
  return {
    host: null,
    pid: null,
    instance: null,
    app: null,
    label: null,
    startMs: null,
    heartbeat: null,
    ...change,
  };
}

/** `aLock` on another target, with a token that can be told apart. */
export function lockOf(name: string, change: Partial<Lock> & { token?: string } = {}): Lock {
  const { token = 'token', ...rest } = change;
  const holders = [aHolder({ token: displayOf(token) })];
  return aLock({ name, id: `main.0.${name}`, target: 'main', holders, ...rest });
}

/** `aLock` as seen at 100,000 ms: held for ten seconds, twenty left of thirty. */
export function buildTestLock(name: string, change: Partial<Lock> = {}): Lock {
  const known = { by: 'event', atMs: 99_000 } as const;
  return aLock({
    name,
    holders: [aHolder({ since: { atMs: 90_000, atLeast: false, known } })],
    expiresAtMs: 120_000,
    waiters: { count: counted(0), known: { by: 'scan', atMs: 99_000 } },
    known,
    ...change,
  });
}

/** How many wait for it: null = that is not known, undefined = there is no lock. */
export function waitingFor(
  lock: { waiters: { count: Counted } } | null | undefined,
): number | null | undefined {
  return lock ? numberOrNull(lock.waiters.count) : undefined;
}
