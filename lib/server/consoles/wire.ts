import type { LockMemory } from '../../collector/types';
import type { Lock, LockEvent } from '../../contract/lock';
import type { NodeStatus } from '../../contract/nodes';
import type { LockOnReplica } from '../../contract/replica';
import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { NodeTotals } from '../../domain/nodes/node-status';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';

/** What consoles tell each other: lines of JSON, of processes of one version. */

/** What is known of a key beside its lock. */
export type KeySight = { key: ByteString; named: boolean; heard: readonly string[] };

/** Locks in their new state. `sights`: of those that changed, in their order. */
export type LocksLine = {
  type: 'locks';
  changed: Lock[];
  sights: KeySight[];
  removed: LockId[];
  events: LockEvent[];
};

/** Sent once a second. `whole`: every lock was sent at least once since the stream began. */
export type StateLine = {
  type: 'state';
  whole: boolean;
  name: string;
  isUp: boolean;
  nodes: NodeStatus[];
  totals: NodeTotals[];
  waits: NamedWait[];
};

export type FeedLine = LocksLine | StateLine;

/** What it knows of each key afterwards. */
export type Told = { memory: LockMemory | null; lastKnown: Lock | null; hadLock: boolean; sight: KeySight };
export type ConsoleAnswer = { told: Told[]; replicas: LockOnReplica[] };

/** Which console collects a target, where it is reached, and what opens its door; kept in the coordinating Redis. */
export type ConsoleOwner = {
  watcher: string;
  url: string;
  secret: string;
  fence: number;
};
