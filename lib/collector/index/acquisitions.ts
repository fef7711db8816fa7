import { mayRepeat } from '../../domain/actions/may-repeat';
import { DEADLINE_TOLERANCE_MS } from '../../domain/locks/diff';
import type { Reading } from '../../domain/locks/lock-facts';
import type { DecodedHolder } from '../../formats/core/format';
import type { AcquisitionNumbers, Entry } from './entry-types';

/** Above every number of an earlier process, so that what an operator saw there is never taken for a hold of this one. */
let last = Date.now() * 1_000;

/** Tells acquisitions apart that write the same bytes, as far as their ends were reported. */
export type Acquisitions = {
  /** Numbers of the lock's holders, in their order. */
  of(entry: Entry): number[];
  /** A release message arrived: a token that later holds write as well no longer proves which hold it is. */
  released(entry: Entry | undefined): void;
  /** The key was written: a value that everybody writes may be another hold's. A thread's token may have been renewed. */
  written(entry: Entry | undefined): void;
  /** Nothing was reported for a while: of no lock a token that repeats proves which hold it is. */
  unreported(): void;
  /** Changes are reported again: what was seen in between may have changed without a report as well. */
  reportedAgain(): void;
};

/** Knows of no time without reports. */
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

/** Numbers of these holders: those whose hold goes on keep theirs. `leaseMs` = longest lease of the hold before. */
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

/** A lease that ended cannot be renewed: a deadline that was set later is that of another hold. */
function endedBetween(before: Reading, after: Reading, leaseMs: number | null): boolean {
  if (before.deadlineMs === 'none' || after.deadlineMs === 'none' || leaseMs === null) return false;
  return before.deadlineMs + DEADLINE_TOLERANCE_MS < after.deadlineMs - after.slackMs - leaseMs;
}
