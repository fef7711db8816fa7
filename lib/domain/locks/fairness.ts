/** A wait with a name; `toMs` null = it goes on. `gotIt` null = not known yet. Times in epoch ms. */
export type RecordedWait = {
  who: string;
  /** Its name on a screen. */
  waiter: string | null;
  fromMs: number;
  toMs: number | null;
  gotIt: boolean | null;
};

/** Somebody took the lock. */
export type Taken = { who: string | null; atMs: number };

type Fairness = {
  /** Waits that ended with the lock. */
  waits: number;
  medianMs: number;
  /** Longest wait of all, also of one that goes on. */
  longestMs: number;
  /** How often somebody whose arrival is known took the lock while others waited, and while one of them had come before. */
  grants: number;
  barged: number;
  /** Waits that many later arrivals overtook, and that took many times the median. */
  starved: { count: number; excessMs: number };
  /** The wait that was overtaken most often; null = none was. */
  worst: { waiter: string | null; waitedMs: number; overtaken: number } | null;
};

/** Looks at waiters are a second apart: of two that come within this nobody knows who came first, ms. */
const APART_MS = 1_500;
/** A wait that is shorter than a heartbeat and a look may not have been seen, ms. */
const UNSEEN_MS = 15_000;
/** A wait is starved that so many later arrivals overtook, and that took so many times the median. */
const OVERTAKEN = 10;
const TIMES = 5;

/**
 * How fairly a lock was given to those who waited for it. Who came first is known of waiters with a name: one that took the
 * lock without a wait that was seen came at most 15 s before, where it has a name as a waiter at other times, and is left
 * out where it has none. Only waits that ended with the lock, or go on, can be overtaken: others may have been given up. Pure.
 */
export function fairnessOf(
  turns: readonly RecordedWait[],
  grants: readonly Taken[],
  endMs: number,
): Fairness | null {
  const got = turns.filter(({ gotIt }) => gotIt === true);
  const lasted = ({ fromMs, toMs }: RecordedWait) => (toMs ?? endMs) - fromMs;
  const times = got.map(lasted).sort((a, b) => a - b);
  const medianMs = times[Math.floor((times.length - 1) / 2)];
  if (medianMs === undefined) return null;
  const known = new Set(turns.map(({ who }) => who));
  const arrivals = new Map(got.map(({ who, fromMs, toMs }) => [`${who} ${toMs}`, fromMs]));
  const waiting = turns
    .filter(({ gotIt, toMs }) => gotIt === true || toMs === null)
    .sort((a, b) => a.fromMs - b.fromMs)
    .map((turn) => ({ turn, overtaken: 0 }));
  let [next, contended, barged] = [0, 0, 0];
  let open: typeof waiting = [];
  for (const { who, atMs } of [...grants].sort((a, b) => a.atMs - b.atMs)) {
    for (let each = waiting[next]; each && each.turn.fromMs < atMs; each = waiting[++next]) open.push(each);
    open = open.filter(({ turn: { toMs } }) => toMs === null || toMs >= atMs);
    const arrivedMs =
      who === null || !known.has(who) ? null : (arrivals.get(`${who} ${atMs}`) ?? atMs - UNSEEN_MS);
    const others = open.filter(({ turn }) => turn.who !== who && (turn.toMs === null || turn.toMs > atMs));
    if (arrivedMs === null || others.length === 0) continue;
    contended += 1;
    const overtaken = others.filter(({ turn }) => turn.fromMs < arrivedMs - APART_MS);
    for (const each of overtaken) each.overtaken += 1;
    if (overtaken.length > 0) barged += 1;
  }
  const starved = waiting.filter(
    (each) => each.overtaken >= OVERTAKEN && lasted(each.turn) >= TIMES * medianMs,
  );
  const worst = waiting.reduce<(typeof waiting)[number] | null>(
    (most, each) => (each.overtaken > (most?.overtaken ?? 0) ? each : most),
    null,
  );
  return {
    ...{ waits: got.length, medianMs, grants: contended, barged },
    longestMs: Math.max(...waiting.map(({ turn }) => lasted(turn))),
    starved: {
      count: starved.length,
      excessMs: starved.reduce((sum, { turn }) => sum + lasted(turn) - medianMs, 0),
    },
    worst: worst && {
      ...{ waiter: worst.turn.waiter, waitedMs: lasted(worst.turn), overtaken: worst.overtaken },
    },
  };
}

/** Probability that fewer than `count` come where `mean` are expected (Poisson). */
export function fewerThan(count: number, mean: number): number {
  let [term, sum] = [Math.exp(-mean), 0];
  for (let i = 0; i < count; i++) {
    sum += term;
    term *= mean / (i + 1);
  }
  return Math.min(1, sum);
}
