import type { Severity } from '../../contract/codes';
import type { WaitGraph, WaitLock } from '../../contract/graph';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import type { LockId } from '../keys/lock-id';
import { compareLocks } from '../lists/lock-sort';
import { isNone } from '../values/counted';
import { cyclesOf, type FoundCycle } from './wait-cycles';
import type { NamedWait } from './wait-graph';
import { nameOf, nameOfWait, type Parties, partiesOf } from './wait-parties';

/** Most locks that are shown. */
export const GRAPH_LOCKS = 500;
/** Most holders and waiters of one lock that are shown. */
const OF_ONE_LOCK = 64;
/** Most waits that are shown; of each lock its first, at least eight. */
const WAITS = 4_000;
const FEWEST = 8;

const RANK: Record<Severity, number> = { lost: 3, 'at-risk': 2, contended: 1, info: 0 };

export type WaitFacts = {
  /** Every known lock, held or not. */
  locks: readonly Lock[];
  waits: readonly NamedWait[];
};

/**
 * Who waits for whom: the locks that somebody waits for, those in cycles first and then the most urgent, at most
 * `GRAPH_LOCKS` together with what their holders and waiters have besides. Pure.
 */
export function buildWaitGraph(facts: WaitFacts, nowMs: number): WaitGraph {
  const { parties, awaited, named } = weigh(facts);
  const cycles = cyclesOf(parties);
  const inCycles = new Set(cycles.flatMap(({ locks }) => locks));
  const urgent = compareLocks('harm');
  const cyclesFirst = (a: Lock, b: Lock) =>
    Number(inCycles.has(b.id)) - Number(inCycles.has(a.id)) || urgent(a, b);
  const shown = [...awaited].sort(cyclesFirst).slice(0, GRAPH_LOCKS);
  const ids = new Set(shown.map(({ id }) => id));
  const seen = new Set<string>();
  for (const { party, lock } of [
    ...parties.holds.map((hold) => ({ ...hold, lock: hold.lock.id })),
    ...parties.wants,
  ])
    if (ids.has(lock)) seen.add(party);
  for (const { party, lock } of parties.holds) {
    if (ids.size >= GRAPH_LOCKS) break;
    if (!seen.has(party) || ids.has(lock.id)) continue;
    ids.add(lock.id);
    shown.push(lock);
  }
  const { holds, waits } = edgesOf(parties, ids, cycles);
  const used = new Set([...holds, ...waits].map(({ party }) => party));
  return {
    parties: [...parties.byRef.values()].filter(({ ref }) => used.has(ref)),
    locks: shown.map(lockOf),
    holds,
    waits,
    cycles: cycles
      .filter(({ locks }) => locks.every((id) => ids.has(id)))
      .map(({ parties, locks, certain }) => ({ parties, locks, certain })),
    unnamed: awaited.filter(({ id, waiters }) => Boolean(waiters.count) && !named.has(id)).length,
    leftOut: awaited.length > GRAPH_LOCKS ? awaited.length : null,
    nowMs,
  };
}

/** The cycles alone, with what each is made of. Pure. */
export function waitCycles({ locks, waits }: WaitFacts): FoundCycle[] {
  const wanted = new Set(waits.map(({ lock }) => lock));
  const awaited = locks.filter(({ id }) => wanted.has(id));
  return cyclesOf(partiesOf(awaited, waitsThatStand(awaited, waits)));
}

/** Locks that somebody waits for, and everybody who has one, waits for one, or both, with all that they have. */
function weigh({ locks, waits }: WaitFacts): { parties: Parties; awaited: Lock[]; named: Set<LockId> } {
  const told = waitsThatStand(locks, waits);
  const named = new Set(told.map(({ lock }) => lock));
  const isAwaited = ({ id, waiters }: Lock) => Boolean(waiters.count) || named.has(id);
  const awaited = locks.filter(isAwaited);
  const tokens = new Set<string | null>();
  const processes = new Set<string | null>();
  for (const { token, process } of [
    ...told.map(nameOfWait),
    ...awaited.flatMap(({ holders }) => holders.map(nameOf)),
  ]) {
    tokens.add(token);
    processes.add(process);
  }
  tokens.delete(null);
  processes.delete(null);
  const isTheirs = (holder: Holder) => {
    const { token, process } = nameOf(holder);
    return tokens.has(token) || processes.has(process);
  };
  const theirs = locks.filter((lock) => isAwaited(lock) || lock.holders.some(isTheirs));
  return { parties: partiesOf(theirs, told), awaited, named };
}

/**
 * Waits for known locks that are still waited for: a record is as old as its heartbeat, and who waits for a fair lock stands
 * in its queue.
 */
function waitsThatStand(locks: readonly Lock[], waits: readonly NamedWait[]): NamedWait[] {
  const byId = new Map(locks.map((lock) => [lock.id, lock]));
  return waits.filter((wait) => {
    const known = byId.get(wait.lock);
    if (!known || wait.by === 'queue') return known !== undefined;
    return known.kind !== 'fair' && !isNone(known.waiters.count) && !hasItBy(known, wait);
  });
}

/** Whether the process took the lock when it had last said that it waits. */
function hasItBy({ holders }: Lock, wait: NamedWait): boolean {
  const { process } = nameOfWait(wait);
  const tookAfter = ({ since }: Holder) => since !== null && !since.atLeast && since.atMs > wait.known.atMs;
  return (
    process !== null && holders.some((holder) => nameOf(holder).process === process && tookAfter(holder))
  );
}

/** What is shown of who has and wants these locks: all that is in a cycle, and of each lock the first. */
function edgesOf(
  { holds, wants }: Parties,
  ids: ReadonlySet<LockId>,
  cycles: readonly FoundCycle[],
): Pick<WaitGraph, 'holds' | 'waits'> {
  const [heldIn, wantedIn] = [
    new Set(cycles.flatMap((cycle) => cycle.holds)),
    new Set(cycles.flatMap((cycle) => cycle.wants)),
  ];
  const most = Math.min(OF_ONE_LOCK, Math.max(FEWEST, Math.floor(WAITS / Math.max(1, ids.size))));
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  /** Whether it is new and among the first of its lock. */
  const isShown = (kind: string, party: string, id: LockId, always: boolean, limit: number) => {
    const edge = `${kind} ${id} ${party}`;
    if (!ids.has(id) || seen.has(edge)) return false;
    const count = (counts.get(kind + id) ?? 0) + 1;
    counts.set(kind + id, count);
    if (count > limit && !always) return false;
    seen.add(edge);
    return true;
  };
  return {
    holds: holds
      .filter((hold) => isShown('has', hold.party, hold.lock.id, heldIn.has(hold), OF_ONE_LOCK))
      .map(({ party, lock, holder }) => ({ party, lock: lock.id, sinceMs: holder.since?.atMs ?? null })),
    waits: wants
      .filter((want) => isShown('wants', want.party, want.lock, wantedIn.has(want), most))
      .map(({ party, lock, wait: { by, place, sinceMs, known } }) => ({
        party,
        lock,
        by,
        place,
        sinceMs,
        known,
      })),
  };
}

function lockOf({ id, target, key, state, findings, waiters }: Lock): WaitLock {
  const severities = findings.map(({ severity }) => severity).sort((a, b) => RANK[b] - RANK[a]);
  return { id, target, key, state, severity: severities[0] ?? null, waiting: waiters.count };
}
