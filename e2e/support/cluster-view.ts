import type { Redis } from 'ioredis';

/** What one node of a cluster knows of another, or of itself. */
export type KnownNode = {
  isMaster: boolean;
  /** Connected, past the handshake, and not found failing. */
  isLinked: boolean;
  epoch: number;
  ranges: [number, number][];
};

/** The cluster as one node sees it. */
export type ClusterView = { isOk: boolean; nodes: Map<string, KnownNode> };

export async function viewOf(admin: Redis): Promise<ClusterView> {
  const [info, nodes] = await Promise.all([admin.cluster('INFO'), admin.cluster('NODES')]);
  const lines = String(nodes).trim().split('\n');
  return { isOk: String(info).includes('cluster_state:ok'), nodes: new Map(lines.map(parseLine)) };
}

/**
 * Id of the master that serves the slot, if all `views` agree on it, find the cluster in order and know the same distinct
 * epochs of all `ids` that are masters: until then the next change may end in a dispute over slots.
 */
export function agreedMasterId(
  views: readonly ClusterView[],
  ids: readonly string[],
  slot: number,
): string | null {
  const [first] = views;
  if (!first || views.some(({ isOk }) => !isOk)) return null;
  const masters = ids.filter((id) => first.nodes.get(id)?.isMaster);
  const epochs = masters.map((id) => first.nodes.get(id)?.epoch);
  const same = views.every((view) =>
    ids.every((id) => {
      const [seen, known] = [view.nodes.get(id), first.nodes.get(id)];
      return seen?.isMaster === known?.isMaster && (!known?.isMaster || seen?.epoch === known.epoch);
    }),
  );
  if (!same || new Set(epochs).size < masters.length) return null;
  const [owner, ...others] = new Set(views.map((view) => ownerOf(view, ids, slot)));
  return others.length === 0 && owner !== undefined ? owner : null;
}

function ownerOf({ nodes }: ClusterView, ids: readonly string[], slot: number): string | null {
  const owns = (id: string) => nodes.get(id)?.ranges.some(([from, to]) => from <= slot && slot <= to);
  return ids.find(owns) ?? null;
}

/** `<id> <address> <flags> <master> <ping> <pong> <epoch> <link> <slot or range>...`; slots on their way are in brackets. */
function parseLine(line: string): [string, KnownNode] {
  const [id = '', , flags = '', , , , epoch, link, ...slots] = line.split(' ');
  const ranges = slots
    .filter((slot) => !slot.startsWith('['))
    .map((slot): [number, number] => {
      const [from, to] = slot.split('-').map(Number);
      return [Number(from), Number(to ?? from)];
    });
  const isLinked = flags.includes('myself') || (link === 'connected' && !/handshake|fail|noaddr/.test(flags));
  return [id, { isMaster: flags.includes('master'), isLinked, epoch: Number(epoch), ranges }];
}
