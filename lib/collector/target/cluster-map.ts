import { hostInUrl } from '../../domain/values/host-in-url';

export const SLOTS = 16_384;

/** The primary of each slot and the replicas of each primary, by address. */
export type ClusterMap = {
  /** Address of the primary of each slot; null = the slot has none. */
  owners: readonly (string | null)[];
  /** Addresses of the replicas of each primary. */
  replicas: ReadonlyMap<string, readonly string[]>;
};

/** One line of `CLUSTER NODES`. */
type Known = {
  id: string;
  address: string;
  isPrimary: boolean;
  primaryId: string;
  /** Grows with every change of the owner of its slots. */
  epoch: number;
  ranges: readonly (readonly [from: number, to: number])[];
};

export const NOBODY: ClusterMap = { owners: new Array<null>(SLOTS).fill(null), replicas: new Map() };

/**
 * Merges the nodes' views of the cluster: `views` are their answers to `CLUSTER NODES`, each with the host that was asked.
 * Where two nodes claim a slot, the newer epoch wins, as in the cluster itself. Pure.
 */
export function mapOf(views: readonly { host: string; text: string }[]): ClusterMap {
  const owners = new Array<string | null>(SLOTS).fill(null);
  const epochs = new Array<number>(SLOTS).fill(Number.NEGATIVE_INFINITY);
  const newest = new Map<string, Known>();
  for (const { host, text } of views) {
    for (const known of parseNodes(text, host)) {
      const before = newest.get(known.id);
      if (!before || known.epoch > before.epoch) newest.set(known.id, known);
      if (!known.isPrimary) continue;
      for (const [from, to] of known.ranges) {
        for (let slot = from; slot <= to; slot++) {
          if (known.epoch <= (epochs[slot] ?? 0)) continue;
          epochs[slot] = known.epoch;
          owners[slot] = known.address;
        }
      }
    }
  }
  return { owners, replicas: replicasOf([...newest.values()]) };
}

function replicasOf(nodes: readonly Known[]): Map<string, string[]> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const replicas = new Map<string, string[]>();
  for (const { address, isPrimary, primaryId } of nodes) {
    const primary = isPrimary ? undefined : byId.get(primaryId);
    if (primary) replicas.set(primary.address, [...(replicas.get(primary.address) ?? []), address]);
  }
  return replicas;
}

/** `<id> <host>:<port>@<bus>[,<name>] <flags> <primary> <ping> <pong> <epoch> <link> <slots>...`; [migrating slots]. */
function parseNodes(text: string, host: string): Known[] {
  return text.split('\n').flatMap((line): Known[] => {
    const [id = '', place = '', flags = '', primaryId = '', , , epoch, , ...slots] = line.trim().split(' ');
    const address = addressFrom(place, host);
    if (!address || /noaddr|handshake/.test(flags)) return [];
    const ranges = slots
      .filter((slot) => /^\d+(?:-\d+)?$/.test(slot))
      .map((slot) => slot.split('-').map(Number))
      .map(([from = 0, to = from]) => [from, to] as const);
    return [{ id, address, isPrimary: flags.includes('master'), primaryId, epoch: Number(epoch), ranges }];
  });
}

/** The address of a node; an entry without a host means the host that was asked. null = no address. */
function addressFrom(place: string, host: string): string | null {
  const match = /^(.*):(\d+)(?:@|$)/.exec(place);
  if (!match || match[2] === '0') return null;
  return `${hostInUrl(match[1] || host)}:${match[2]}`;
}

/** The target of a MOVED or ASK redirection; null = the text is neither. */
export function redirectionFrom(
  text: string | null,
  host: string,
): { isAsk: boolean; address: string } | null {
  const match = /^(MOVED|ASK) \d+ (\S+)/.exec(text ?? '');
  const address = match?.[2] ? addressFrom(match[2], host) : null;
  return match && address ? { isAsk: match[1] === 'ASK', address } : null;
}
