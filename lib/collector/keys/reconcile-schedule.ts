import type { ByteString } from '../../domain/keys/bytes';
import type { Entry } from '../index/entry-types';
import { COMMANDS_PER_KEY } from './read-jobs';

/** A lock that was read within this time need not be read again, ms. */
const FRESH_MS = 8_000;
/** Room for the pass that comes next, and for the read, ms. */
const ROOM_MS = 2_000;
/** Share of the command budget that reconciling may use. */
const SHARE = 0.25;
/** After a pause of its own it catches up at most this much, ms. */
const MOST_AT_ONCE_MS = 2_000;

/**
 * Reads known locks again in turn, so that a change whose message was lost is found within `boundMs`, whichever the source
 * of changes.
 */
type ReconcileSchedule = {
  /** Locks to read now, as many as its share of the budget allows since the last call. Call it every second. */
  due(): ByteString[];
};

type ReconcileScheduleOptions = {
  /** Locks whose keys are on the node. */
  entries(): Iterable<Entry>;
  now: () => number;
  /** Commands a second that may be spent now. */
  rate(): number;
};

/** Where changes are polled, a lock is read again within this time plus twice the time to read all of them, ms. */
const POLLED_MS = 5_000;

/** Longest time between two readings of one of `count` locks, ms, with `rate` commands a second to spend. */
export function boundMs(count: number, rate: number): number {
  return FRESH_MS + ROOM_MS + (count / keysPerSecond(rate)) * 1_000;
}

/** The same where changes are polled. */
export function polledMs(count: number, rate: number): number {
  return POLLED_MS + ((2 * count * COMMANDS_PER_KEY) / Math.max(1, rate)) * 1_000;
}

function keysPerSecond(rate: number): number {
  return Math.max(1, (rate * SHARE) / COMMANDS_PER_KEY);
}

export function createReconcileSchedule({ entries, now, rate }: ReconcileScheduleOptions): ReconcileSchedule {
  /** Continues where the last call stopped, so that every lock has its turn. */
  let rest: Iterator<Entry> | null = null;
  let calledAtMs = Number.NEGATIVE_INFINITY;

  return {
    due() {
      const at = now();
      const sinceMs = Math.min(MOST_AT_ONCE_MS, Math.max(0, at - calledAtMs));
      calledAtMs = at;
      const most = Math.ceil((keysPerSecond(rate()) * sinceMs) / 1_000);
      const keys: ByteString[] = [];
      rest ??= entries()[Symbol.iterator]();
      while (keys.length < most) {
        const { value, done } = rest.next();
        if (done) {
          rest = null;
          break;
        }
        if (at - value.lastReadMs >= FRESH_MS) keys.push(value.key);
      }
      return keys;
    },
  };
}
