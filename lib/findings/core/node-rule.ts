import type { Severity } from '../../contract/codes';
import type { Evidence } from '../../contract/finding';
import type { NodeFindingCode } from '../../contract/finding-codes';
import type { NodeHealth } from '../../contract/node-health';
import type { ReplicaStatus } from '../../contract/replica';

/** The rule of one finding about a server. */
export type NodeRule<Code extends NodeFindingCode> = {
  code: Code;
  /** The gravest severity it can have. */
  severity: Severity;
  /** null = not found. Pure. */
  detect(health: NodeHealth, around: NodeSurroundings): NodeFound | null;
};

type NodeFound = {
  evidence: Evidence[];
  /** Where it is less grave than the rule's. */
  severity?: Severity;
  /** The command to run on the server that fixes it; absent = no single command does. */
  command?: string;
  /** When it began; absent = when it was first found. */
  sinceMs?: number;
};

/** Most names that a list of evidence shows. */
export const SHOWN = 10;

/** Facts about the server other than its health. */
export type NodeSurroundings = {
  locks: { held: number; withoutTtl: number };
  /** Number of present holds known to have begun later than this, epoch ms. */
  takenSince(atMs: number): number;
  /** Reports of its replicas. */
  replicas: readonly Pick<ReplicaStatus, 'address' | 'locks'>[];
  /** It is one of the independent servers of a Redlock group. */
  inGroup: boolean;
  /** Changes of locks reported within the last minute, and the share of them that was read. */
  changes: { reported: number; seen: number };
  /** The command that makes the server send the events by which changes are counted; absent or null = none does. */
  countCommand?: string | null;
  /** Why changes are polled; null = they are not polled. */
  polled: string | null;
  /** Release channels with classic and sharded subscribers. */
  mixedChannels: readonly string[];
  /** Redisson's latch keys in the last scan pass. */
  latches: number;
  /** The last restart that ended leases early. */
  restart: Restart | null;
  /** The last time it replaced another primary. */
  promotion: Promotion | null;
  /** The last time its clock was set. */
  jump: { atMs: number; byMs: number } | null;
};

/** `count` = locks held before that are gone or have another holder; `keys` = the first of them, in display form. */
export type Restart = { atMs: number; count: number; keys: readonly string[] };
/** `from` = address of the previous primary; `kept` = locks held there that the same holders have here. */
export type Promotion = Restart & { from: string; kept: number };
