import { mayRepeat } from '../../domain/actions/may-repeat';
import { DEADLINE_TOLERANCE_MS } from '../../domain/locks/diff';
import type { Reading } from '../../domain/locks/lock-facts';
import type { DecodedHolder } from '../../formats/core/format';
import type { AcquisitionNumbers, Entry } from './entry-types';

/** Above every number of an earlier process, so that a hold an operator saw there never matches one of this process. */
let last = Date.now() * 1_000;

/** Distinguishes acquisitions that write the same bytes, where their ends were reported. */
export type Acquisitions = {
  /** Numbers of the lock's holders, in their order. */
  of(entry: Entry): number[];
  /** A release message arrived: a token that later holds may repeat no longer proves which hold it is. */
  released(entry: Entry | undefined): void;
  /** The key was written: a constant value may be another hold's now. A thread's token may only have been renewed. */
  written(entry: Entry | undefined): void;
  /** Changes are no longer reported: for no lock does a repeating token prove which hold it is. */
  unreported(): void;
  /** Changes are reported again: locks read in between may have changed without a report too. */
  reportedAgain(): void;
};

/** Starts without a period of unreported changes. */
export function createAcquisitions(): Acquisitions {
  let unreportedUpTo = 0;
  let isUnreported = false;

  function renumber(entry: Entry | undefined, isOther: (holder: DecodedHolder) => boolean): void {
    if (!entry) return;
    const others = entry.recognised.decoded.holders.filter(isOther);
    if (others.length === 0) return;
    const numbers = new Map(entry.acquisitions);
    for (const { token } of others) numbers.set(token, ++last);
    entry.acquisitions = numbers;
  }

  return {
    of: ({ recognised, acquisitions }) =>
      recognised.decoded.holders.map((holder) =>
        Math.max(acquisitions.get(holder.token) ?? 0, mayRepeat(holder) ? unreportedUpTo : 0),
      ),
    released(entry) {
      // A semaphore's message is about one of its permits.
      if (!entry?.recognised.decoded.permits) renumber(entry, mayRepeat);
    },
    written: (entry) => renumber(entry, ({ tokenUnique }) => !tokenUnique),
    unreported() {
      isUnreported = true;
      unreportedUpTo = ++last;
    },
    reportedAgain() {
      if (isUnreported) unreportedUpTo = ++last;
      isUnreported = false;
    },
  };
}

/** Numbers of these holders; a hold that continues keeps its number. `leaseMs` = longest lease of the previous hold. */
export function numbersOf(
  holders: readonly DecodedHolder[],
  after: Reading,
  before: { reading: Reading; numbers: AcquisitionNumbers; leaseMs: number | null } | null,
): AcquisitionNumbers {
  const ended = before !== null && endedBetween(before.reading, after, before.leaseMs);
  const numberOf = (holder: DecodedHolder) =>
    (ended && mayRepeat(holder) ? undefined : before?.numbers.get(holder.token)) ?? ++last;
  return new Map(holders.map((holder) => [holder.token, numberOf(holder)]));
}

/** An ended lease cannot be renewed: a deadline that was set after its end belongs to another hold. */
function endedBetween(before: Reading, after: Reading, leaseMs: number | null): boolean {
  if (before.deadlineMs === 'none' || after.deadlineMs === 'none' || leaseMs === null) return false;
  return before.deadlineMs + DEADLINE_TOLERANCE_MS < after.deadlineMs - after.slackMs - leaseMs;
}
