import { Graph, layout } from '@dagrejs/dagre';
import type { WaitGraph, WaitLock, WaitParty } from '@/lib/contract/graph';
import { cycleEdges, edgeName } from './cycle-steps';
import { indexOf, type WaitIndex } from './wait-index';

type PicturePoint = { x: number; y: number };
type Ends = { party: string; lock: string };

/** `x`, `y` = its middle. */
type Box = PicturePoint & { id: string; width: number; height: number };
export type PlacedNode = Box & ({ kind: 'lock'; lock: WaitLock } | { kind: 'party'; party: WaitParty });

/** From the party to the lock, whatever way the picture runs. */
export type PictureEdge = {
  id: string;
  kind: 'hold' | 'wait';
  party: string;
  lock: string;
  points: PicturePoint[];
  /** In the queue of the lock; null = a hold, or there is no order. */
  place: number | null;
  inCycle: boolean;
};

export type Picture = {
  width: number;
  height: number;
  /** Blockers first, then along the waits: the order in which focus goes. */
  nodes: PlacedNode[];
  edges: PictureEdge[];
};

const LOCK_SIZE = { width: 224, height: 52 };
const PARTY_SIZE = { width: 208, height: 32 };
const LABEL = { width: 22, height: 16 };

/** A picture in layers: holders, what they hold, who waits for it, what those hold, and so on, from left to right. */
export function layoutGraph(graph: WaitGraph): Picture {
  const index = indexOf(graph);
  const ring = cycleEdges(graph.cycles, index);
  const drawing = new Graph({ multigraph: true });
  drawing.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 40, edgesep: 16, marginx: 8, marginy: 8 });
  for (const { id } of graph.locks) drawing.setNode(lockNode(id), { ...LOCK_SIZE });
  for (const { ref } of graph.parties) drawing.setNode(partyNode(ref), { ...PARTY_SIZE });
  // Layers run along the way in which blocking goes: the holder, its lock, whoever waits for it.
  for (const hold of graph.holds) {
    drawing.setEdge(partyNode(hold.party), lockNode(hold.lock), {}, edgeName('hold', hold));
  }
  for (const wait of graph.waits) {
    const label = wait.place === null ? {} : { ...LABEL, labelpos: 'c' };
    drawing.setEdge(lockNode(wait.lock), partyNode(wait.party), label, edgeName('wait', wait));
  }
  layout(drawing);
  const slots = slotsOf(graph, index, (ref) => (drawing.node(partyNode(ref)) as PicturePoint).y);

  const boxOf = (name: string): Omit<Box, 'id'> => {
    const { x = 0, y = 0, width = 0, height = 0 } = drawing.node(name) as Partial<Box>;
    return { x, y, width, height };
  };
  const nodes: PlacedNode[] = [
    ...graph.locks.map((lock) => ({
      kind: 'lock' as const,
      id: lockNode(lock.id),
      lock,
      ...boxOf(lockNode(lock.id)),
    })),
    ...graph.parties.map((party) => ({
      kind: 'party' as const,
      id: partyNode(party.ref),
      party,
      ...boxOf(partyNode(slots.get(party.ref) ?? party.ref)),
    })),
  ];
  nodes.sort((a, b) => a.x - b.x || a.y - b.y);
  const placed = new Map(nodes.map((node) => [node.id, node]));
  const lineOf = (kind: 'hold' | 'wait', { party, lock }: Ends): PicturePoint[] => {
    const drawn = kind === 'wait' ? (slots.get(party) ?? party) : party;
    const ends = [partyNode(drawn), lockNode(lock)] as const;
    const [from, to] = kind === 'hold' ? ends : ([ends[1], ends[0]] as const);
    const name = edgeName(kind, { party: drawn, lock });
    const { points = [] } = (drawing.edge(from, to, name) ?? {}) as { points?: PicturePoint[] };
    const [a, b] = [placed.get(partyNode(party)), placed.get(lockNode(lock))];
    const between = points.slice(1, -1);
    return a && b ? atSides(kind === 'hold' ? between : between.reverse(), a, b) : [];
  };
  const edgeOf = (kind: 'hold' | 'wait', { party, lock }: Ends) => {
    const id = edgeName(kind, { party, lock });
    return { id, kind, party, lock, points: lineOf(kind, { party, lock }), inCycle: ring.has(id) };
  };
  const edges: PictureEdge[] = [
    ...graph.holds.map((hold) => ({ ...edgeOf('hold', hold), place: null })),
    ...graph.waits.map((wait) => ({ ...edgeOf('wait', wait), place: wait.place })),
  ];
  const { width = 0, height = 0 } = drawing.graph() as { width?: number; height?: number };
  return { width, height, nodes, edges };
}

export function lockNode(id: string): string {
  return `lock ${id}`;
}

function partyNode(ref: string): string {
  return `party ${ref}`;
}

/**
 * Whose place each party takes: those that only wait, for one lock alone, are alike but for their place in its queue, so the
 * next stands at the top. Everybody else has its own.
 */
function slotsOf({ locks }: WaitGraph, index: WaitIndex, yOf: (ref: string) => number): Map<string, string> {
  const slots = new Map<string, string>();
  for (const { id } of locks) {
    const alike = index
      .waitersOf(id)
      .filter(({ place }) => place !== null)
      .map(({ party }) => party)
      .filter((ref) => index.waitsOf(ref).length === 1 && index.wantedOf(ref).length === 0);
    const places = [...alike].sort((a, b) => yOf(a) - yOf(b));
    for (const [i, ref] of alike.entries()) slots.set(ref, places[i] ?? ref);
  }
  return slots;
}

/** A line from the side of one box to the side of another, those that face what lies between. */
function atSides(between: readonly PicturePoint[], from: Box, to: Box): PicturePoint[] {
  const sideOf = (box: Box, towards: PicturePoint): PicturePoint => ({
    x: box.x + (towards.x < box.x ? -0.5 : 0.5) * box.width,
    y: box.y,
  });
  const points = between.map(({ x, y }) => ({ x, y }));
  return [sideOf(from, points[0] ?? to), ...points, sideOf(to, points.at(-1) ?? from)];
}

/** A smooth line through points, level at each of them. */
export function pathOf(points: readonly PicturePoint[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let last = first;
  const parts = [`M${at(first)}`];
  for (const point of rest) {
    const x = (last.x + point.x) / 2;
    parts.push(`C${at({ x, y: last.y })} ${at({ x, y: point.y })} ${at(point)}`);
    last = point;
  }
  return parts.join('');
}

/** The point in the middle of a line. */
export function middleOf(points: readonly PicturePoint[]): PicturePoint {
  const a = points[Math.floor((points.length - 1) / 2)] ?? { x: 0, y: 0 };
  const b = points[Math.ceil((points.length - 1) / 2)] ?? a;
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function at({ x, y }: PicturePoint): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`;
}
