import type { WhatIf, WhatIfChange, WhatIfFigures, WhatIfSilence } from '../../contract/history/what-if';
import type { RecordedDemand } from '../../history/queries/recorded-demand';
import type { RecordedLock } from '../../history/queries/recorded-locks';
import { LEAST_COVERAGE } from '../core/insight-rule';
import { type Replay, type ReplayedLock, replay, replayable, UNCHANGED } from './replay';

/** With fewer holds an hour of another day looks quite different. */
const ENOUGH = 50;
/** Share of the holds that may be missing one by one: a few are always on their way into the history. */
const MISSING = 0.01;
/** Largest difference between the recorded debt and its replay, as a share. */
const MISSED = 0.05;
/** Holds of one lock that overlap by more were held at once. */
const OVERLAP_MS = 50;
/** Replays with other lots. */
export const RUNS = 20;
/** Half width of the interval that 95 of 100 replays are within, in standard deviations (t of 19). */
const WITHIN = 2.09;

export type WhatIfAnswer = Omit<WhatIf, 'scope' | 'fromMs' | 'toMs' | 'nowMs'>;

/**
 * The figures with and without a change, from replays of what was recorded: one each time it is asked for the next, so that
 * a server can do other work in between. Silent where the record does not suffice, or where the replay without any change
 * differs from it. Pure: the same record, change and seed give the same answer.
 */
export function* whatIf(
  recorded: RecordedDemand,
  change: WhatIfChange,
  seed: number,
): Generator<void, WhatIfAnswer> {
  const holds = recorded.locks?.flatMap((lock) => lock.holds) ?? [];
  const answer = {
    change,
    covered: recorded.covered,
    n: holds.length,
    acquisitions: recorded.acquisitions,
    recordedWaiterSeconds: recorded.waiterMs / 1000,
    ...{ missedBy: null, before: null, after: null, error: null, runs: RUNS, seed },
  };
  const silent = silenceOf(recorded, change);
  if (silent !== null || recorded.locks === null) return { ...answer, silent: silent ?? 'too-many' };
  const locks = replayable(recorded.locks, recorded);
  const unchanged: Replay[] = [];
  const changed: Replay[] = [];
  for (let run = 0; run < RUNS; run++) {
    unchanged.push(replay(locks, recorded, UNCHANGED, seed + run));
    yield;
    changed.push(replay(locks, recorded, change, seed + run));
    yield;
  }
  const missedBy = missedOf(
    meanOf(unchanged, ({ waiterMs }) => waiterMs),
    recorded.waiterMs,
  );
  if (Math.abs(missedBy) > MISSED) return { ...answer, missedBy, silent: 'replay-differs' };
  const after = figuresOf(changed, recorded, locks, change.shards);
  return {
    ...answer,
    ...{ silent: null, missedBy, before: figuresOf(unchanged, recorded, locks, 1), after },
    error: Math.min(1, Math.abs(missedBy) + spreadOf(changed)),
  };
}

function silenceOf(recorded: RecordedDemand, { leaseMs }: WhatIfChange): WhatIfSilence | null {
  const { locks, covered, acquisitions, known } = recorded;
  if (!known) return 'nothing-recorded';
  if (covered < LEAST_COVERAGE) return 'coverage';
  if (locks === null) return 'too-many';
  const holds = locks.flatMap((lock) => lock.holds);
  if (acquisitions < ENOUGH) return 'too-few';
  const began = holds.filter(({ fromMs }) => fromMs >= recorded.fromMs).length;
  if (began < acquisitions * (1 - MISSING) - 1) return 'holds-missing';
  if (locks.some(isShared)) return 'shared';
  const isUnknown = ({ waiting, holds: own }: RecordedLock) =>
    own.some(({ waitersKnown }) => !waitersKnown) || waiting.some(({ waiters }) => waiters === null);
  if (locks.some(isUnknown)) return 'waiters-unknown';
  if (leaseMs !== null && holds.every((hold) => hold.leaseMs === null)) return 'no-lease';
  return null;
}

function isShared({ holds }: RecordedLock): boolean {
  let lastMs = Number.NEGATIVE_INFINITY;
  return holds.some(({ mode, fromMs, toMs }) => {
    const overlaps = fromMs < lastMs - OVERLAP_MS;
    lastMs = Math.max(lastMs, toMs ?? Number.POSITIVE_INFINITY);
    return mode === 'read' || overlaps;
  });
}

function missedOf(replayedMs: number, recordedMs: number): number {
  if (replayedMs === recordedMs) return 0;
  return recordedMs === 0 ? 1 : (replayedMs - recordedMs) / recordedMs;
}

function figuresOf(
  runs: readonly Replay[],
  { fromMs, toMs }: RecordedDemand,
  locks: readonly ReplayedLock[],
  shards: number,
): WhatIfFigures {
  const mean = (of: (run: Replay) => number) => meanOf(runs, of);
  return {
    waiterSeconds: mean(({ waiterMs }) => waiterMs) / 1000,
    waitP95Ms: Math.round(mean(({ waitP95Ms }) => waitP95Ms)),
    waited: Math.round(mean(({ waited }) => waited)),
    gaveUp: Math.round(mean(({ gaveUp }) => gaveUp)),
    expiredWhileHeld: Math.round(mean(({ expired }) => expired)),
    busyShare: mean(({ busyMs }) => busyMs) / ((toMs - fromMs) * Math.max(1, locks.length) * shards),
  };
}

function meanOf(runs: readonly Replay[], of: (run: Replay) => number): number {
  return runs.reduce((sum, run) => sum + of(run), 0) / Math.max(1, runs.length);
}

/** How far the debt of single replays is from their mean, as a share of it. */
function spreadOf(runs: readonly Replay[]): number {
  const mean = meanOf(runs, ({ waiterMs }) => waiterMs);
  if (mean === 0) return 0;
  const variance = meanOf(runs, ({ waiterMs }) => (waiterMs - mean) ** 2);
  return (WITHIN * Math.sqrt(variance)) / mean;
}
