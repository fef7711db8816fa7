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
/** Most waits that are shown; each lock shows at least its first eight. */
const WAITS = 4_000;
const FEWEST = 8;

const RANK: Record<Severity, number> = { lost: 3, 'at-risk': 2, contended: 1, info: 0 };

export type WaitFacts = {
  /** Every known lock, held or not. */
  locks: readonly Lock[];
  waits: readonly NamedWait[];
};

/**
 * The wait graph: the awaited locks, those in cycles first and then the most urgent, at most `GRAPH_LOCKS` including
 * the other locks of their holders and waiters. Pure.
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

/** The cycles alone, with the waits and holds of each. Pure. */
export function waitCycles({ locks, waits }: WaitFacts): FoundCycle[] {
  const wanted = new Set(waits.map(({ lock }) => lock));
  const awaited = locks.filter(({ id }) => wanted.has(id));
  return cyclesOf(partiesOf(awaited, waitsThatStand(awaited, waits)));
}

/** The awaited locks, and the parties that hold or wait for them, with everything those hold and wait for. */
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
 * Filters to waits for known locks that still apply. A heartbeat record is only as fresh as its last heartbeat. A fair
 * lock has its waiters in its queue, so heartbeat records that name it are ignored.
 */
function waitsThatStand(locks: readonly Lock[], waits: readonly NamedWait[]): NamedWait[] {
  const byId = new Map(locks.map((lock) => [lock.id, lock]));
  return waits.filter((wait) => {
    const known = byId.get(wait.lock);
    if (!known || wait.by === 'queue') return known !== undefined;
    return known.kind !== 'fair' && !isNone(known.waiters.count) && !hasItBy(known, wait);
  });
}

/** Whether the process took the lock after it had last reported its wait. */
function hasItBy({ holders }: Lock, wait: NamedWait): boolean {
  const { process } = nameOfWait(wait);
  const tookAfter = ({ since }: Holder) => since !== null && !since.atLeast && since.atMs > wait.known.atMs;
  return (
    process !== null && holders.some((holder) => nameOf(holder).process === process && tookAfter(holder))
  );
}

/** The edges to show: all edges of cycles, and the first ones of each lock. */
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
  /** Whether the edge is new, and in a cycle or among the first of its lock. */
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
