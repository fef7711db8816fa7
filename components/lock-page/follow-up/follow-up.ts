import { type Done, isFreed } from '@/components/actions/done';
import { NEXT_WATCH_MS, type Next } from '@/components/actions/next-holder-of';
import type { Holder } from '@/lib/contract/holder';
import { leaseEndOf, type ObservedLock, type ObservedSince, watchesNext } from './observed-lock';

/** Time after an action at which a lock that is well is called healthy, ms. */
export const HEALTHY_AFTER_MS = 60_000;
/** A reading that is due may take this long, ms. */
const GRACE_MS = 10_000;
/** Two readings of one deadline differ by less than this, ms, or this share of the lease. */
const SLACK = { ms: 1_000, share: 0.02 };

/** The observations end: nothing was known from `fromMs` on, and again from `toMs` on; null = still nothing. */
type Gap = { is: 'unknown'; fromMs: number; toMs: number | null };
/** A reading was due and none came: the page was paused, or out of sight. */
type Unseen = { is: 'unseen'; sinceMs: number };

/**
 * How the lock is a minute after the action. `healthy` = somebody has it who is proven alive; `held` = nothing proves that
 * or speaks against it; `old` = the holder that was released has it.
 */
export type HealthAfter =
  | { is: 'waiting'; leftMs: number }
  | { is: 'healthy' | 'held' | 'risk' | 'old' | 'other'; holders: readonly Holder[] }
  | { is: 'free' | 'lost' }
  | Gap
  | Unseen;

/** Whether the holder that was released has the lock again. `alike` = the same value, which others may write as well. */
export type Comeback =
  | { is: 'watching'; untilMs: number; leftMs: number }
  | { is: 'away'; untilMs: number }
  | { is: 'back' | 'alike'; afterMs: number }
  | Gap
  | Unseen;

/** State of a lease that was extended. `left` = its holder has the lock no more. */
export type LeaseAfter =
  | { is: 'stands'; untilMs: number }
  | { is: 'reset'; afterMs: number; untilMs: number; insteadMs: number }
  | { is: 'left'; afterMs: number }
  | Gap;

/** Everything known of an action since; null = it does not apply. */
export type FollowUp = {
  next: Next | null;
  /** That holder as it was last found; null = it was not found itself. */
  taker: Holder | null;
  /** Time for which who acquires next is still watched, ms. */
  nextLeftMs: number;
  /** Time that is left of a quarantine, ms; 0 = none. */
  quarantineLeftMs: number;
  /** The lock as it was last found; null = not read since. */
  now: ObservedLock | null;
  health: HealthAfter | null;
  comeback: Comeback | null;
  /** Of an action on several keys the one that `comeback` is of; null = there is one key. */
  comebackKey: string | null;
  lease: LeaseAfter | null;
};

/** Judges an action by the observations of the lock since. `nowMs` on the console's clock. Pure. */
export function followUpOf(done: Done, { locks, next }: ObservedSince, nowMs: number): FollowUp {
  const { action, after, result } = done;
  const isExtended = action === 'extend' && after?.is !== 'short';
  return {
    next,
    taker: next && takerIn(locks, next),
    nextLeftMs: watchesNext(done) ? Math.max(0, result.atMs + NEXT_WATCH_MS - nowMs) : 0,
    quarantineLeftMs: Math.max(0, (result.freedAtMs ?? nowMs) - nowMs),
    now: locks.at(-1) ?? null,
    health: watchesNext(done) || isExtended ? healthOf(done, locks, nowMs) : null,
    comeback: isFreed(done) ? comebackOf(done, locks, nowMs) : null,
    comebackKey: null,
    lease: isExtended ? leaseAfterOf(done, locks) : null,
  };
}

/** A quarantine as it is at `nowMs`: from its end on it is the release that ended it. Any other act is itself. Pure. */
export function actNow(done: Done, nowMs: number): Done {
  const { freedAtMs } = done.result;
  if (done.action !== 'quarantine' || freedAtMs === undefined || nowMs < freedAtMs) return done;
  const result = { ...done.result, atMs: freedAtMs };
  const times = { seenAtMs: freedAtMs, sentAtMs: freedAtMs };
  return { ...done, ...times, action: 'release', result, quarantine: done };
}

/** Until when the old holder may come back: two of its renewal periods, or a minute where it was not seen to renew. */
export function comebackUntilMs({ lock, result }: Done): number {
  const { periodMs } = lock.renewal;
  return result.atMs + (periodMs === null ? HEALTHY_AFTER_MS : 2 * periodMs);
}

type Observed = readonly ObservedLock[];

function healthOf(done: Done, locks: Observed, nowMs: number): HealthAfter {
  const atMs = done.result.atMs + HEALTHY_AFTER_MS;
  const then = locks.find(({ is, toMs }) => is !== 'unknown' && toMs >= atMs);
  const gap = gapIn(locks, then ? atMs : Number.POSITIVE_INFINITY);
  if (gap) return gap;
  if (!then) return notYet(done, locks, atMs, nowMs) ?? { is: 'waiting', leftMs: Math.max(0, atMs - nowMs) };
  if (then.is === 'free') return { is: then.isLost ? 'lost' : 'free' };
  if (then.is === 'unknown') return { is: 'unknown', fromMs: then.fromMs, toMs: null };
  const { holders, state } = then.lock;
  const has = holders.some((holder) => isOldHolder(holder, done));
  if (done.action === 'extend' && !has) return { is: 'other', holders };
  if (namesOne(done) && isBack(then, done)) return { is: 'old', holders };
  if (state === 'at-risk') return { is: 'risk', holders };
  return { is: holders.every(({ verdict }) => verdict === 'alive') ? 'healthy' : 'held', holders };
}

function comebackOf(done: Done, locks: Observed, nowMs: number): Comeback {
  const untilMs = comebackUntilMs(done);
  const back = locks.find((each) => each.fromMs <= untilMs && isBack(each, done));
  if (back) return { is: namesOne(done) ? 'back' : 'alike', afterMs: back.fromMs - done.result.atMs };
  const isOver = locks.some(({ is, toMs }) => is !== 'unknown' && toMs >= untilMs);
  const gap = gapIn(locks, isOver ? untilMs : Number.POSITIVE_INFINITY);
  if (gap) return gap;
  if (isOver) return { is: 'away', untilMs };
  const leftMs = Math.max(0, untilMs - nowMs);
  return notYet(done, locks, untilMs, nowMs) ?? { is: 'watching', untilMs, leftMs };
}

/** By the last reading: one that was under way at the extension shows the lease of before. */
function leaseAfterOf(done: Done, locks: Observed): LeaseAfter {
  const leaseMs = done.leaseMs ?? 0;
  const untilMs = done.result.atMs + leaseMs;
  const leastMs = untilMs - Math.max(SLACK.ms, SLACK.share * leaseMs);
  const found = locks.map((each) => leaseIn(each, done, leastMs));
  const last = found.at(-1);
  if (!last || last.is === 'stands') return { is: 'stands', untilMs };
  const first = locks[found.findLastIndex(({ is }) => is !== last.is) + 1];
  const fromMs = first?.fromMs ?? done.result.atMs;
  if (last.is === 'unknown') return { is: 'unknown', fromMs, toMs: null };
  const afterMs = fromMs - done.result.atMs;
  if (last.is === 'left') return { is: 'left', afterMs };
  return { is: 'reset', afterMs, untilMs: last.endMs, insteadMs: untilMs };
}

type FoundLease = { is: 'stands' } | { is: 'left' } | { is: 'unknown' } | { is: 'reset'; endMs: number };

/** Compares a reading with a lease that should end at `leastMs` or later. */
function leaseIn(observed: ObservedLock, done: Done, leastMs: number): FoundLease {
  if (observed.is !== 'held') return { is: observed.is === 'free' ? 'left' : 'unknown' };
  const holder = observed.lock.holders.find((one) => isOldHolder(one, done));
  if (!holder) return { is: 'left' };
  const endMs = leaseEndOf(observed.lock, holder);
  return typeof endMs === 'number' && endMs < leastMs ? { is: 'reset', endMs } : { is: 'stands' };
}

/** The first time before `untilMs` in which nothing was known. */
function gapIn(locks: Observed, untilMs: number): Gap | null {
  const at = locks.findIndex(({ is, fromMs }) => is === 'unknown' && fromMs < untilMs);
  const gap = locks[at];
  return gap ? { is: 'unknown', fromMs: gap.fromMs, toMs: locks[at + 1]?.fromMs ?? null } : null;
}

/** A reading that was due at `atMs` and did not come. */
function notYet({ result }: Done, locks: Observed, atMs: number, nowMs: number): Unseen | null {
  return nowMs < atMs + GRACE_MS ? null : { is: 'unseen', sinceMs: locks.at(-1)?.toMs ?? result.atMs };
}

/** The holder that an event names, by its token or by its label, as it was last found. */
function takerIn(locks: Observed, { holder }: Next): Holder | null {
  const found = locks.flatMap((each) => (each.is === 'held' ? each.lock.holders : []));
  const isNamed = (name: string | null) => name !== null && name === holder;
  return (
    found.findLast(({ token }) => isNamed(token.text)) ??
    found.findLast(({ label }) => isNamed(label)) ??
    null
  );
}

/** Whether this is the holder that the action was about. */
export function isOldHolder(one: Pick<Holder, 'token'> | null, { holder }: Done): boolean {
  return one?.token.text === holder.token.text;
}

/** Whether the holder that was released is known to have the lock again, also after the time for which that is watched. */
export function hasItAgain(now: ObservedLock | null, done: Done): boolean {
  return now !== null && namesOne(done) && isBack(now, done);
}

/** Whether the token of the released holder is on no other: some values anybody may write, and a long one is cut. */
function namesOne({ action, holder }: Done): boolean {
  return action === 'release' && holder.tokenUnique && holder.token.exact;
}

/** The released holder has it, and not still: a reading that was under way at the release shows it as it was. */
function isBack(observed: ObservedLock, done: Done): boolean {
  if (observed.is !== 'held' || done.action !== 'release') return false;
  return observed.lock.holders.some((holder) => {
    const sinceMs = holder.since?.atMs ?? observed.toMs - SLACK.ms;
    return isOldHolder(holder, done) && sinceMs >= done.sentAtMs;
  });
}
