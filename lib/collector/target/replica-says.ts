import type { ReplicaPart } from '../../contract/node-codes';
import type { ReplicaHealth } from '../../contract/node-health';
import type { ReplicaStatus, ReplicaStream } from '../../contract/replica';
import type { StreamLog } from '../node/stream-log';
import type { ReplicaCount } from './locks-on-replica';
import type { ReplicaLink } from './replica-link';

/** What a primary reports of its replication stream and of its replicas. */
export type PrimaryReport = {
  streamId: string | undefined;
  offset: number;
  replicas: readonly ReplicaHealth[];
  atMs: number;
};

type ReplicaParts = {
  address: string;
  /** Absent = the collector does not connect to the replica. */
  link: Pick<ReplicaLink, 'says' | 'stream' | 'refused'> | undefined;
  counted: ReplicaCount | undefined;
  /** Redis' error when its subscribers may not be counted. */
  deaf: string | undefined;
  /** null = the primary does not answer, or reports nothing. */
  primary: PrimaryReport | null;
  log: Pick<StreamLog, 'lackedMs'>;
};

const LINKS = { online: 'up', syncing: 'syncing', gone: 'down' } as const;
const UNASKED = {
  ...({ state: 'unasked', problem: null, lastAnswerAtMs: null, pingMs: null, redisVersion: null } as const),
  cost: { commandsPerSecond: 0, bytesPerSecond: 0, slowestMs: 0, budgetPerSecond: 0 },
};

/** The row of a replica. Its own report takes precedence over its primary's. */
export function replicaStatusOf(parts: ReplicaParts): ReplicaStatus {
  const { address, link, counted, deaf } = parts;
  const says = link?.says() ?? UNASKED;
  const stream = streamOf(parts);
  if (!link || says.state !== 'answers') return { address, ...says, stream, locks: null, unread: [] };
  const why: [ReplicaPart, string | null | undefined][] = [
    ['stream', link.refused()],
    ['locks', counted?.refused],
    ['waiters', deaf],
  ];
  const unread = why.flatMap(([part, words]) => (words ? [{ part, why: words }] : []));
  return { address, ...says, stream, locks: counted?.locks ?? null, unread };
}

function streamOf({ address, link, primary, log }: ReplicaParts): ReplicaStream | null {
  const said = link?.stream();
  if (said) {
    // Offsets of two different streams cannot be compared.
    const isSame = primary?.streamId === said.streamId && said.link !== 'none';
    const behindBytes = primary && isSame ? Math.max(0, primary.offset - said.offset) : null;
    const behindMs = isSame ? log.lackedMs(said.offset, said.atMs) : null;
    return { link: said.link, behindBytes, behindMs, by: 'replica', atMs: said.atMs };
  }
  const known = primary?.replicas.find((each) => each.address === address);
  if (!known || !primary) return null;
  const { state, behindBytes, behindMs } = known;
  return { link: LINKS[state], behindBytes, behindMs, by: 'primary', atMs: primary.atMs };
}
