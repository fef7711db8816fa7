import type { Redis } from 'ioredis';
import type { ByteString } from '../../domain/keys/bytes';
import { isSome } from '../../domain/values/counted';
import type { Entry } from '../index/entry-types';
import type { ReadOptions } from './key-reader';
import { type NodeFacts, readNodeFacts } from './node-facts';
import { boundMs, createReconcileSchedule, polledMs } from './reconcile-schedule';

const FACTS_EVERY_MS = 5_000;
const CLOSE_LOOK_AFTER_MS = 2_000;
const CLOSE_LOOKS = 200;
const MOST_MISSED = 10_000;
const DUE_AGAIN_MS = 50;

/** Re-reads known locks: after a gap, where no event reports their changes, and at their deadline. */
export type Reconciler = {
  /** The server's report about itself; null = not asked yet. */
  facts(): NodeFacts | null;
  /** Reads every known lock again; `wiped` = the server lost its data. `everySecond` retries a failure. */
  reconcile(why: 'changed' | 'wiped'): Promise<void>;
  /** Changes were missed: asks for a reconcile of all known locks, and of these keys. */
  want(keys: readonly ByteString[]): void;
  /** Rejects when the connection fails. */
  everySecond(): Promise<void>;
  /** Reads locks without events, locks worth a closer read and those not read for long. Rejects on connection failure. */
  poll(): Promise<void>;
  /** Reads the locks whose deadline has passed; returns the next deadline, or null. */
  due(): number | null;
  /** Time after which a lock that was not read again is unknown even without an event, ms. */
  promisedMs(key: ByteString): number;
};

export type ReconcilerOptions = {
  redis: Redis;
  /** Locks whose keys are on the node. */
  entries(): Iterable<Entry>;
  /** The node lost its data. */
  wiped(): void;
  now: () => number;
  read(keys: readonly ByteString[], how: ReadOptions): Promise<void>;
  matchesPattern(key: ByteString): boolean;
  covers(key: ByteString): boolean;
  /** Commands a second that may be spent now. */
  rate(): number;
  /** Changes whenever the node goes or comes back; null while it is away. */
  session(): number | null;
  onReconciled(why: 'changed' | 'wiped'): void;
  onError(what: string, error: unknown): void;
};

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { redis, entries, now, matchesPattern: isNamed, session } = options;
  let facts: NodeFacts | null = null;
  let factsAtMs = Number.NEGATIVE_INFINITY;
  let wanted: 'changed' | 'wiped' | null = null;
  const missed = new Set<ByteString>();
  let lookingAtDue = false;
  const reconciler = createReconcileSchedule(options);
  /** The number of locks at the last poll, and of those whose changes are not reported. */
  const counts = { all: 0, polled: 0 };

  /** Whether another server process answers than last time. */
  async function restarted(): Promise<boolean> {
    const before = facts?.runId ?? null;
    const fresh = await readNodeFacts(redis, now);
    const runId = fresh.runId ?? before;
    facts = { ...fresh, runId };
    factsAtMs = now();
    return before !== null && runId !== before;
  }

  async function reconcile(why: 'changed' | 'wiped'): Promise<void> {
    const mine = session();
    if (mine === null) return;
    wanted = null;
    const also = [...missed];
    missed.clear();
    let wiped = why === 'wiped';
    if (wiped) options.wiped();
    try {
      if (await restarted()) {
        wiped = true;
        options.wiped();
      }
      const keys = [...new Set([...[...entries()].map(({ key }) => key), ...also])];
      await options.read(keys, { by: 'scan', urgent: true, named: isNamed });
      if (mine === session()) options.onReconciled(wiped ? 'wiped' : 'changed');
    } catch (error) {
      wanted = wiped ? 'wiped' : (wanted ?? 'changed');
      remember(also);
      options.onError('known locks were not read again', error);
    }
  }

  function remember(keys: readonly ByteString[]): void {
    for (const key of keys) if (missed.size < MOST_MISSED) missed.add(key);
  }

  /** Contended locks and overdue renewals: their TTL is evidence. */
  function deservesCloseRead(entry: Entry, at: number): boolean {
    const { waiters, renewals, leaseMs } = entry.facts;
    const overdue = renewals.lastAtMs !== null && at - renewals.lastAtMs > (leaseMs ?? 0) / 3;
    return (isSome(waiters.count) || overdue) && at - entry.lastReadMs > CLOSE_LOOK_AFTER_MS;
  }

  return {
    facts: () => facts,
    reconcile,
    want(keys) {
      remember(keys);
      wanted ??= 'changed';
    },
    async everySecond() {
      if (wanted) await reconcile(wanted);
      if (now() - factsAtMs > FACTS_EVERY_MS && (await restarted())) await reconcile('wiped');
    },
    async poll() {
      if (session() === null) return;
      const at = now();
      let [close, all, polled] = [0, 0, 0];
      const keys = new Set(reconciler.due());
      for (const entry of entries()) {
        const worth = close < CLOSE_LOOKS && deservesCloseRead(entry, at);
        const isPolled = !options.covers(entry.key);
        if (worth) close += 1;
        if (isPolled) polled += 1;
        all += 1;
        if (worth || isPolled) keys.add(entry.key);
      }
      Object.assign(counts, { all, polled });
      await options.read([...keys], { by: 'scan', urgent: false, named: isNamed });
    },
    due() {
      const at = now();
      const keys: ByteString[] = [];
      let next = Number.POSITIVE_INFINITY;
      for (const { key, facts: known } of entries()) {
        const { deadlineMs } = known.reading;
        if (deadlineMs === 'none') continue;
        if (deadlineMs <= at) keys.push(key);
        else if (deadlineMs < next) next = deadlineMs;
      }
      if (keys.length > 0 && session() !== null) {
        // Read again in case Redis' clock is slightly behind ours.
        next = Math.min(next, at + 250);
        // One read at a time: on a slow network each would queue behind the previous ones.
        if (lookingAtDue) return Math.min(next, at + DUE_AGAIN_MS);
        lookingAtDue = true;
        options
          .read(keys, { by: 'scan', urgent: true, named: isNamed })
          .catch((error: unknown) => options.onError('locks at their deadline were not read', error))
          .finally(() => {
            lookingAtDue = false;
          });
      }
      return Number.isFinite(next) ? next : null;
    },
    promisedMs(key) {
      const rate = options.rate();
      return options.covers(key) ? 2 * boundMs(counts.all, rate) : polledMs(counts.polled, rate);
    },
  };
}
