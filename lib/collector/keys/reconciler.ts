import type { ByteString } from '../../domain/keys/bytes';
import { isSome } from '../../domain/values/counted';
import type { Entry } from '../index/entry-types';
import type { FactsBook } from './node-facts';
import type { ReadOptions } from './read-jobs';
import { boundMs, createReconcileSchedule, polledMs } from './reconcile-schedule';
import type { WatchedServer } from './server';

const CLOSE_LOOK_AFTER_MS = 2_000;
const CLOSE_LOOKS = 200;
const MOST_MISSED = 10_000;
const DUE_AGAIN_MS = 50;

/** Re-reads known locks: after a gap, where no event reports their changes, and at their deadline. */
export type Reconciler = {
  /**
   * Reads every known lock again; `wiped` = the server lost its data. Resolves with what had happened to them; null = the
   * server is away, or went meanwhile. Rejects when the connection fails: it is wanted then.
   */
  reconcile(why: Gap): Promise<Gap | null>;
  /** Changes were missed: asks for a reconcile of all known locks, and of these keys. */
  want(keys: readonly ByteString[]): void;
  /** Why a reconcile is wanted; null = it is not. */
  wanted(): Gap | null;
  /** Reads locks without events, locks worth a closer read and those not read for long. Rejects on connection failure. */
  poll(): Promise<void>;
  /** Reads the locks whose deadline has passed; returns the next deadline, or null. */
  due(): number | null;
  /** Time after which a lock that was not read again is unknown even without an event, ms. */
  promisedMs(key: ByteString): number;
};

/** What changes were missed: some, or that the server lost its data. */
export type Gap = 'changed' | 'wiped';

type ReconcilerOptions = {
  server: Pick<WatchedServer, 'budget' | 'now' | 'session'>;
  facts: FactsBook;
  locks: {
    /** Locks whose keys are on the node. */
    entries(): Iterable<Entry>;
    /** Whether changes of this key are reported. */
    covers(key: ByteString): boolean;
    /** The node lost its data. */
    wiped(): void;
  };
  read(keys: readonly ByteString[], how: Pick<ReadOptions, 'by' | 'urgent'>): Promise<void>;
  survived(what: string, error: unknown): void;
};

export function createReconciler(options: ReconcilerOptions): Reconciler {
  const { facts, locks, read, survived } = options;
  const { budget, now, session } = options.server;
  const { entries, covers } = locks;
  let wanted: Gap | null = null;
  const missed = new Set<ByteString>();
  let lookingAtDue = false;
  const schedule = createReconcileSchedule({ entries, now, rate: budget.rate });
  /** The number of locks at the last poll, and of those whose changes are not reported. */
  const counts = { all: 0, polled: 0 };

  async function reconcile(why: Gap): Promise<Gap | null> {
    const mine = session();
    if (mine === null) return null;
    wanted = null;
    const also = [...missed];
    missed.clear();
    let wiped = why === 'wiped';
    if (wiped) locks.wiped();
    try {
      if (await facts.ask()) {
        wiped = true;
        locks.wiped();
      }
      const keys = [...new Set([...[...entries()].map(({ key }) => key), ...also])];
      await read(keys, { by: 'scan', urgent: true });
    } catch (error) {
      wanted = wiped ? 'wiped' : (wanted ?? 'changed');
      remember(also);
      throw error;
    }
    if (mine !== session()) return null;
    return wiped ? 'wiped' : 'changed';
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
    reconcile,
    want(keys) {
      remember(keys);
      wanted ??= 'changed';
    },
    wanted: () => wanted,
    async poll() {
      if (session() === null) return;
      const at = now();
      let [close, all, polled] = [0, 0, 0];
      const keys = new Set(schedule.due());
      for (const entry of entries()) {
        const worth = close < CLOSE_LOOKS && deservesCloseRead(entry, at);
        const isPolled = !covers(entry.key);
        if (worth) close += 1;
        if (isPolled) polled += 1;
        all += 1;
        if (worth || isPolled) keys.add(entry.key);
      }
      Object.assign(counts, { all, polled });
      await read([...keys], { by: 'scan', urgent: false });
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
        read(keys, { by: 'scan', urgent: true })
          .catch((error: unknown) => survived('locks at their deadline were not read', error))
          .finally(() => {
            lookingAtDue = false;
          });
      }
      return Number.isFinite(next) ? next : null;
    },
    promisedMs(key) {
      const rate = budget.rate();
      return covers(key) ? 2 * boundMs(counts.all, rate) : polledMs(counts.polled, rate);
    },
  };
}
