import type { LockId } from '../keys/lock-id';

/** One hold within a range, in epoch ms. `who` = the widest name of its holder; '' = nothing distinguishes it from others. */
export type BlamedHold = {
  lock: LockId;
  key: string;
  who: string;
  /** Its name on a screen; null = it has none. */
  holder: string | null;
  token: string;
  fromMs: number;
  toMs: number;
  /** Waiters × time during it, ms; taken to be spread evenly over it. */
  waiterMs: number;
};

/** Somebody with a name waited for a lock; `token` null = only its process is known. */
export type BlamedWait = {
  lock: LockId;
  who: string;
  waiter: string | null;
  token: string | null;
  fromMs: number;
  toMs: number;
};

/** Locks of a holder, and under each those whose holders waited for it meanwhile, in the order of a tree read from the top. */
type BlameBranch = {
  depth: number;
  lock: LockId;
  key: string;
  who: string;
  holder: string | null;
  /** Charged to the root by waits of this very lock, ms. */
  waiterMs: number;
  /** Whether the token proves that the holder of this lock waited for the one above, and not another task of its process. */
  sure: boolean;
};

/** What one holder or process cost. */
type Blamed = {
  who: string;
  holder: string | null;
  waiterMs: number;
  /** Of that, by waits of its own locks; the rest is of holders that waited for it. */
  ownMs: number;
  /** Of the rest, where only the process of the waiting holder is known. */
  unsureMs: number;
  /** Whom it cost that, as far as waiters have names, the most first. */
  victims: { waiter: string; waiterMs: number }[];
  tree: BlameBranch[];
};

/** Most links from a lock to the one that is to blame. */
const DEPTH = 8;

type Link = { hold: BlamedHold; sure: boolean };
type Node = BlameBranch & { under: Map<string, Node> };
type Root = Omit<Blamed, 'victims' | 'tree'> & { victims: Map<string, number>; under: Map<string, Node> };

/**
 * Charges every wait to the holder of its lock at that moment, or, while that holder itself waits for another lock, to the
 * holder of that one, and so on; the most first. The sum is that of all holds in `charged`. In a circle, or after 8 locks,
 * it stays where it is. Pure.
 */
export function blame(
  charged: readonly BlamedHold[],
  all: readonly BlamedHold[],
  waits: readonly BlamedWait[],
): Blamed[] {
  const holdsOf = groupBy(all, ({ lock }) => lock);
  const waitsBy = groupBy(
    waits.filter(({ who }) => who !== ''),
    ({ who }) => who,
  );
  const waitsOf = groupBy(waits, ({ lock }) => lock);
  const roots = new Map<string, Root>();

  /** `chain`: the charged lock first, the one that is to blame last. */
  function charge(chain: readonly Link[], fromMs: number, toMs: number, share: number): void {
    const last = chain.at(-1)?.hold;
    if (!last || toMs <= fromMs) return;
    let at = fromMs;
    for (const wait of chain.length < DEPTH ? blockedWaits(chain, fromMs, toMs) : []) {
      const [start, end] = [Math.max(at, wait.fromMs), Math.min(toMs, wait.toMs)];
      if (end <= start) continue;
      put(chain, at, start, share);
      passOn(chain, wait, start, end, share);
      at = end;
    }
    put(chain, at, toMs, share);
  }

  /** Waits of the last holder for a lock that is not in the chain, in order; not those of another token of its process. */
  function blockedWaits(chain: readonly Link[], fromMs: number, toMs: number): BlamedWait[] {
    const { who = '', token } = chain.at(-1)?.hold ?? {};
    return (waitsBy.get(who) ?? []).filter(
      (wait) =>
        wait.fromMs < toMs &&
        wait.toMs > fromMs &&
        (wait.token === null || wait.token === token) &&
        !chain.some(({ hold }) => hold.lock === wait.lock),
    );
  }

  function passOn(
    chain: readonly Link[],
    wait: BlamedWait,
    fromMs: number,
    toMs: number,
    share: number,
  ): void {
    const token = chain.at(-1)?.hold.token;
    const inChain = new Set(chain.map(({ hold }) => hold.who));
    const holders = (holdsOf.get(wait.lock) ?? []).filter(
      (hold) => hold.fromMs < toMs && hold.toMs > fromMs && !inChain.has(hold.who),
    );
    for (const { fromMs: start, toMs: end, of } of partsOf(holders, fromMs, toMs)) {
      if (of.length === 0) put(chain, start, end, share);
      const sure = wait.token !== null && wait.token === token;
      for (const hold of of) charge([...chain, { hold, sure }], start, end, share / of.length);
    }
  }

  function put(chain: readonly Link[], fromMs: number, toMs: number, share: number): void {
    const [first, last] = [chain[0]?.hold, chain.at(-1)?.hold];
    if (!first || !last || toMs <= fromMs) return;
    const rate = first.waiterMs / Math.max(1, first.toMs - first.fromMs);
    const waiterMs = rate * share * (toMs - fromMs);
    const { who, holder } = last;
    const root = roots.get(who) ?? newRoot(who, holder);
    roots.set(who, root);
    root.holder = holder ?? root.holder;
    root.waiterMs += waiterMs;
    if (chain.length === 1) root.ownMs += waiterMs;
    else if (chain.some(({ sure }) => !sure)) root.unsureMs += waiterMs;
    grow(root.under, [...chain].reverse(), waiterMs);
    for (const { waiter, ...wait } of waitsOf.get(first.lock) ?? []) {
      const ms = Math.min(wait.toMs, toMs) - Math.max(wait.fromMs, fromMs);
      if (ms > 0 && waiter !== null) root.victims.set(waiter, (root.victims.get(waiter) ?? 0) + ms * share);
    }
  }

  for (const hold of charged) {
    if (hold.waiterMs > 0) charge([{ hold, sure: true }], hold.fromMs, hold.toMs, 1);
  }
  return [...roots.values()]
    .map(blamedOf)
    .sort((a, b) => b.waiterMs - a.waiterMs || (a.who < b.who ? -1 : 1));
}

/** Splits a time where one of these holds begins or ends. */
function partsOf(holds: readonly BlamedHold[], fromMs: number, toMs: number) {
  const edges = new Set([fromMs, toMs]);
  for (const hold of holds)
    for (const at of [hold.fromMs, hold.toMs]) if (at > fromMs && at < toMs) edges.add(at);
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(1).map((end, i) => {
    const start = sorted[i] ?? fromMs;
    return { fromMs: start, toMs: end, of: holds.filter((hold) => hold.fromMs <= start && hold.toMs >= end) };
  });
}

/** `path`: from the lock that is to blame down to the charged one. */
function grow(under: Map<string, Node>, path: readonly Link[], waiterMs: number): void {
  let level = under;
  for (const [depth, { hold }] of path.entries()) {
    const { lock, key, who, holder } = hold;
    const name = `${lock}\n${who}`;
    // A link says how the holder of the lock below is known to have waited for this one.
    const sure = path[depth - 1]?.sure ?? true;
    const node = level.get(name) ?? { depth, lock, key, who, holder, waiterMs: 0, sure, under: new Map() };
    node.sure &&= sure;
    if (depth === path.length - 1) node.waiterMs += waiterMs;
    level.set(name, node);
    level = node.under;
  }
}

function newRoot(who: string, holder: string | null): Root {
  return { who, holder, waiterMs: 0, ownMs: 0, unsureMs: 0, victims: new Map(), under: new Map() };
}

function blamedOf({ victims, under, ...root }: Root): Blamed {
  return {
    ...root,
    victims: [...victims]
      .map(([waiter, waiterMs]) => ({ waiter, waiterMs }))
      .sort((a, b) => b.waiterMs - a.waiterMs || (a.waiter < b.waiter ? -1 : 1)),
    tree: [...branches(under)],
  };
}

/** The heaviest first. */
function* branches(under: ReadonlyMap<string, Node>): Generator<BlameBranch> {
  const weightOf = ({ waiterMs, under: below }: Node): number =>
    [...below.values()].reduce((sum, each) => sum + weightOf(each), waiterMs);
  for (const { under: below, ...branch } of [...under.values()].sort((a, b) => weightOf(b) - weightOf(a))) {
    yield branch;
    yield* branches(below);
  }
}

function groupBy<T extends { fromMs: number }>(
  all: readonly T[],
  nameOf: (each: T) => string,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const each of [...all].sort((a, b) => a.fromMs - b.fromMs)) {
    const group = groups.get(nameOf(each));
    if (group) group.push(each);
    else groups.set(nameOf(each), [each]);
  }
  return groups;
}
