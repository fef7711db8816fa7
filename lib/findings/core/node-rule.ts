import type { Severity } from '../../contract/codes';
import type { Evidence } from '../../contract/finding';
import type { NodeFindingCode } from '../../contract/finding-codes';
import type { NodeHealth } from '../../contract/node-health';
import type { ReplicaStatus } from '../../contract/replica';

/** The rule of one finding about a server. */
export type NodeRule<Code extends NodeFindingCode> = {
  code: Code;
  /** The gravest that it can be. */
  severity: Severity;
  /** null = it is not found. Pure. */
  detect(health: NodeHealth, around: NodeSurroundings): NodeFound | null;
};

type NodeFound = {
  evidence: Evidence[];
  /** Where it is less grave. */
  severity?: Severity;
  /** What cures it, to be run on the server; absent = no one command does. */
  command?: string;
  /** When it began; absent = when it was first found. */
  sinceMs?: number;
};

/** Of many alike, so many are named. */
export const SHOWN = 10;

/** What is known of a server beside its health. */
export type NodeSurroundings = {
  locks: { held: number; withoutTtl: number };
  /** How many of the present holds are known to have begun later than this, epoch ms. */
  takenSince(atMs: number): number;
  /** What its replicas say themselves. */
  replicas: readonly Pick<ReplicaStatus, 'address' | 'locks'>[];
  /** It is one of several independent servers of Redlock. */
  inGroup: boolean;
  /** Changes of locks reported within the last minute, and the share of them that was seen. */
  changes: { reported: number; seen: number };
  /** Why changes are polled; null = they are not. */
  polled: string | null;
  /** Release channels with classic and sharded subscribers. */
  mixedChannels: readonly string[];
  /** Redisson's latch keys that the last pass over the names saw. */
  latches: number;
  /** The last restart that cut leases short. */
  restart: Restart | null;
  /** The last time it took the place of another primary. */
  promotion: Promotion | null;
  /** The last time its clock was set. */
  jump: { atMs: number; byMs: number } | null;
};

/** `count` locks that were held before are gone or somebody else's; `keys` = the first of them, as shown. */
export type Restart = { atMs: number; count: number; keys: readonly string[] };
/** `from` = the primary before it, by its address; `kept` = so many locks that were held there are held here, by the same. */
export type Promotion = Restart & { from: string; kept: number };
