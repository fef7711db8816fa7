import type { WaitCycle } from '../../contract/graph';
import type { Lock } from '../../contract/lock';
import type { Parties, PartyHold, Want } from './wait-parties';

/** Most cycles that are reported. */
const CYCLES = 100;
/** Most waits that are searched for cycles; the search starts from each, and no real system has that many in cycles. */
const CORE = 2_000;
/** A lock taken more than this after the wait for another was seen to begin was not held before that wait, ms. */
const SLACK_MS = 1_000;

/** A cycle with its edges: `holds[i]` = how the next party holds the lock that `wants[i]` waits for. */
export type FoundCycle = WaitCycle & { wants: Want[]; holds: PartyHold[] };

type Step = { want: Want; hold: PartyHold };

/**
 * Covers every wait that is part of a cycle: each such wait is in one of these cycles. Lists each cycle once, the
 * certain ones first and then by the names of their parties; at most `CYCLES`. Of two cycles through the same wait the
 * longer may be missing. Ignores gone holders, queued waiters that do not listen, locks in an unknown state, and
 * semaphores with several holders, any of which may release.
 */
export function cyclesOf({ holds, wants, processOf }: Parties): FoundCycle[] {
  const holdsOf = groupBy(holds.filter(isFirm), ({ lock }) => lock.id);
  const live = wants.filter(({ wait }) => wait.heard !== false);
  const wantsOf = groupBy(live, ({ party }) => party);
  const steps = new Map(live.map((want) => [want, stepsFrom(want, holdsOf, wantsOf)]));
  const found = new Map<string, FoundCycle>();
  for (const want of coreOf(steps)) {
    const cycle = cycleFrom(want, steps);
    if (!cycle) continue;
    const sameProcess = new Set(cycle.parties.map((party) => processOf.get(party) ?? party)).size === 1;
    // Within one process only tokens prove a deadlock: otherwise one of its tasks may still go on.
    if (sameProcess && !cycle.certain) continue;
    found.set(JSON.stringify([cycle.parties, cycle.locks]), cycle);
    if (found.size >= CYCLES) break;
  }
  return [...found]
    .sort(([a, one], [b, other]) => Number(other.certain) - Number(one.certain) || (a < b ? -1 : 1))
    .map(([, cycle]) => cycle);
}

function isFirm({ lock, holder }: PartyHold): boolean {
  return holder.verdict !== 'gone' && lock.state !== 'unknown' && !isShared(lock);
}

function isShared({ kind, holders, permits }: Lock): boolean {
  return kind === 'latch' || ((kind === 'semaphore' || permits !== null) && holders.length > 1);
}

/** The waits of the parties that hold the wanted lock. */
function stepsFrom(
  want: Want,
  holdsOf: ReadonlyMap<string, PartyHold[]>,
  wantsOf: ReadonlyMap<string, Want[]>,
): Step[] {
  return (holdsOf.get(want.lock) ?? []).flatMap((hold) =>
    hold.party === want.party
      ? []
      : (wantsOf.get(hold.party) ?? [])
          .filter((next) => next.lock !== want.lock && tookBefore(hold, next))
          .map((next) => ({ want: next, hold })),
  );
}

/** A party that is blocked holds only locks it took before: a later hold belongs to another of its tasks. */
function tookBefore({ holder: { since } }: PartyHold, { wait: { sinceMs } }: Want): boolean {
  if (!since || since.atLeast || sinceMs === null) return true;
  return since.atMs <= sinceMs + SLACK_MS;
}

/** Removes waits that lead nowhere or that none leads to, until only possible members of cycles are left. */
function coreOf(steps: Map<Want, Step[]>): Want[] {
  const ledTo = new Map<Want, Want[]>();
  for (const [want, next] of steps)
    for (const step of next) ledTo.set(step.want, [...(ledTo.get(step.want) ?? []), want]);
  const left = new Map([...steps].map(([want, next]) => [want, { out: next.length, into: 0 }]));
  for (const [want, from] of ledTo) {
    const at = left.get(want);
    if (at) at.into = from.length;
  }
  const ends = [...left].filter(([, { out, into }]) => out === 0 || into === 0).map(([want]) => want);
  for (let want = ends.pop(); want; want = ends.pop()) {
    if (!left.delete(want)) continue;
    for (const before of ledTo.get(want) ?? []) {
      const at = left.get(before);
      if (at && --at.out === 0) ends.push(before);
    }
    for (const { want: after } of steps.get(want) ?? []) {
      const at = left.get(after);
      if (at && --at.into === 0) ends.push(after);
    }
  }
  return [...left.keys()].slice(0, CORE);
}

/** The shortest path from a wait back to itself that visits each party once; null = none. */
function cycleFrom(start: Want, steps: ReadonlyMap<Want, Step[]>): FoundCycle | null {
  const cameBy = new Map<Want, { from: Want; hold: PartyHold }>();
  let edge = [start];
  while (edge.length > 0 && !cameBy.has(start)) {
    const next: Want[] = [];
    for (const from of edge) {
      for (const { want, hold } of steps.get(from) ?? []) {
        if (cameBy.has(want)) continue;
        cameBy.set(want, { from, hold });
        next.push(want);
      }
    }
    edge = next;
  }
  const wants: Want[] = [];
  const holds: PartyHold[] = [];
  for (let at: Want | undefined = start; at && cameBy.has(start); ) {
    const step: { from: Want; hold: PartyHold } | undefined = cameBy.get(at);
    if (!step) return null;
    wants.unshift(step.from);
    holds.unshift(step.hold);
    at = step.from === start ? undefined : step.from;
  }
  const isSimple = new Set(wants.map(({ party }) => party)).size === wants.length;
  return wants.length > 1 && isSimple ? told(wants, holds) : null;
}

/** The cycle in normal form, the same from whichever wait it was found. */
function told(wants: Want[], holds: PartyHold[]): FoundCycle {
  const first = wants.reduce((best, { party }, i) => (party < (wants[best]?.party ?? '') ? i : best), 0);
  const turn = <T>(list: T[]): T[] => [...list.slice(first), ...list.slice(0, first)];
  const certain = holds.every(({ token }, i) => {
    const next = wants[(i + 1) % wants.length];
    return token !== null && next?.wait.heard === true && next.token === token;
  });
  return {
    parties: turn(wants.map(({ party }) => party)),
    locks: turn(wants.map(({ lock }) => lock)),
    certain,
    wants: turn(wants),
    holds: turn(holds),
  };
}

function groupBy<T>(all: readonly T[], nameOf: (each: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(nameOf(each));
    if (group) group.push(each);
    else groups.set(nameOf(each), [each]);
  }
  return groups;
}
