import type { HoldEdge, WaitCycle, WaitEdge, WaitGraph, WaitLock, WaitParty } from '@/lib/contract/graph';
import type { LockId } from '@/lib/domain/keys/lock-id';
import type { Count } from '@/lib/domain/values/counted';
import { type CycleStep, edgeName, stepsOf } from './cycle-steps';
import { indexOf, type WaitIndex } from './wait-index';

export type PartyNode = {
  kind: 'party';
  /** Unique in the tree, and the same as long as the way to it is. */
  path: string;
  party: WaitParty;
  /** How it waits for the lock above it; null at the top. */
  wait: WaitEdge | null;
  /** This wait of it is part of the cycle whose block this is. */
  inCycle: boolean;
  /** How many wait for it, for those who wait for it, and so on. */
  /** Who waits behind it, at least: of locks whose waiters cannot be counted only those with a name. */
  behind: number;
  isAtLeast: boolean;
  /** What it has that is wanted; none where `isElsewhere`. */
  locks: LockNode[];
  /** What it has stands at another place of the tree. */
  isElsewhere: boolean;
};

export type LockNode = {
  kind: 'lock';
  path: string;
  lock: WaitLock;
  /** Since when the party above it has it; null = nobody with a name has it. */
  hold: HoldEdge | null;
  /** How many have it beside the party above it. */
  otherHolders: number;
  /** Those with a name, in their order; none where `isElsewhere`. */
  waiters: PartyNode[];
  /** How many wait beside them. */
  /** Those who wait without a name. */
  unnamed: Count;
  /** Its waiters stand under another of its holders. */
  isElsewhere: boolean;
};

export type CycleNode = {
  path: string;
  cycle: WaitCycle;
  steps: CycleStep[];
  /** The parties of the cycle, each with what it has and who waits for that. */
  roots: PartyNode[];
};

export type WaitTree = {
  /** Certain ones first. */
  cycles: CycleNode[];
  /** Who blocks others and waits for nothing, the one with most behind it first. */
  roots: PartyNode[];
  /** Wanted locks that nobody with a name has. */
  ownerless: LockNode[];
};

/** Who blocks whom, from the blockers down. Every wait of the graph is in it, each lock's waiters once. */
export function treeOf(graph: WaitGraph): WaitTree {
  const index = indexOf(graph);
  const grower = new Grower(index);
  const certainFirst = [...graph.cycles].sort((a, b) => Number(b.certain) - Number(a.certain));
  const cycles = certainFirst.map((cycle) => grower.cycle(cycle));
  const roots = graph.parties
    .filter(({ ref }) => blocks(index, ref) && index.waitsOf(ref).length === 0)
    .map((party) => ({ party, behind: behind(index, party.ref) }))
    .sort((a, b) => b.behind.count - a.behind.count)
    .map(({ party }) => grower.party(party, null, ''));
  const ownerless = graph.locks
    .filter(({ id }) => index.waitersOf(id).length > 0 && index.holdersOf(id).length === 0)
    .map((lock) => grower.lock(lock, null, ''));
  // What waits in a ring that is no cycle of the answer hangs on no blocker.
  for (const { lock } of graph.waits) {
    const [hold] = index.holdersOf(lock);
    const holder = hold && index.party(hold.party);
    if (holder && !grower.has(lock)) roots.push(grower.party(holder, null, ''));
  }
  return { cycles, roots, ownerless };
}

class Grower {
  private readonly parties = new Set<string>();
  private readonly locks = new Set<LockId>();

  constructor(private readonly index: WaitIndex) {}

  has(id: LockId): boolean {
    return this.locks.has(id);
  }

  cycle(cycle: WaitCycle): CycleNode {
    const path = `cycle ${cycle.parties.join(' ')}`;
    for (const ref of cycle.parties) this.parties.add(ref);
    const steps = stepsOf(cycle, this.index);
    const ring = new Set(
      steps.map(({ waiter, lock }) => edgeName('wait', { party: waiter.ref, lock: lock.id })),
    );
    const roots = cycle.parties.flatMap((ref) => {
      const party = this.index.party(ref);
      return party ? [this.grown(party, null, path, ring)] : [];
    });
    return { path, cycle, steps, roots };
  }

  party(party: WaitParty, wait: WaitEdge | null, above: string, ring?: ReadonlySet<string>): PartyNode {
    const isShown = this.parties.has(party.ref);
    if (!isShown) {
      this.parties.add(party.ref);
      return this.grown(party, wait, above, ring);
    }
    const wanted = this.index.wantedOf(party.ref).length > 0;
    return {
      ...this.bare(party, wait, above),
      inCycle: wait !== null && (ring?.has(edgeName('wait', wait)) ?? false),
      isElsewhere: wanted,
    };
  }

  lock(lock: WaitLock, hold: HoldEdge | null, above: string, ring?: ReadonlySet<string>): LockNode {
    const path = `${above}/${lock.id}`;
    const isElsewhere = this.locks.has(lock.id);
    this.locks.add(lock.id);
    const waiters = isElsewhere
      ? []
      : this.index.waitersOf(lock.id).flatMap((wait) => {
          const party = this.index.party(wait.party);
          return party ? [this.party(party, wait, path, ring)] : [];
        });
    return {
      kind: 'lock',
      path,
      lock,
      hold,
      otherHolders: Math.max(0, this.index.holdersOf(lock.id).length - 1),
      waiters,
      unnamed: this.index.unnamedOf(lock.id),
      isElsewhere,
    };
  }

  private grown(
    party: WaitParty,
    wait: WaitEdge | null,
    above: string,
    ring?: ReadonlySet<string>,
  ): PartyNode {
    const node = this.bare(party, wait, above);
    for (const hold of this.index.wantedOf(party.ref)) {
      const lock = this.index.lock(hold.lock);
      if (lock) node.locks.push(this.lock(lock, hold, node.path, ring));
    }
    return node;
  }

  private bare(party: WaitParty, wait: WaitEdge | null, above: string): PartyNode {
    const after = behind(this.index, party.ref);
    return {
      kind: 'party',
      path: `${above}/${party.ref}`,
      party,
      wait,
      inCycle: false,
      behind: after.count,
      isAtLeast: after.atLeast,
      locks: [],
      isElsewhere: false,
    };
  }
}

/** Whether somebody with a name waits for what it has. */
function blocks(index: WaitIndex, ref: string): boolean {
  return index.wantedOf(ref).some(({ lock }) => index.waitersOf(lock).length > 0);
}

/** How many wait for what `ref` has, and for what those have, and so on, those without a name included. */
export function behind(index: WaitIndex, ref: string): { count: number; atLeast: boolean } {
  const parties = new Set([ref]);
  const locks = new Set<LockId>();
  let unnamed = 0;
  let atLeast = false;
  for (const party of parties) {
    for (const { lock } of index.wantedOf(party)) {
      if (locks.has(lock)) continue;
      locks.add(lock);
      const others = index.unnamedOf(lock);
      if (others.known) unnamed += others.count;
      else atLeast = true;
      for (const wait of index.waitersOf(lock)) parties.add(wait.party);
    }
  }
  return { count: parties.size - 1 + unnamed, atLeast };
}
