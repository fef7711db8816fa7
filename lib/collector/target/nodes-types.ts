import type { NodeStatus } from '../../contract/nodes';
import type { LockOnReplica } from '../../contract/replica';
import type { ByteString } from '../../domain/keys/bytes';
import type { NodeReports, NodeTotals } from '../../domain/nodes/node-status';
import type { Entry } from '../index/entry-types';
import type { ReadOptions } from '../keys/read-jobs';
import type { WaiterSource } from '../keys/waiters';
import type { NodeShared, NodeWatch } from '../node/node-watch-types';
import type { KeyPlaces } from './places';
import type { ShardOptions } from './shard';

/** The servers of one target, as they come and go. */
export type Nodes = {
  /** `onTurn` = a server started or stopped answering. */
  start(onTurn: () => void): void;
  stop(): Promise<void>;
  /** The nodes that answer. */
  up(): readonly NodeWatch[];
  /** The nodes that answer, and their replicas that do. */
  listened(): readonly WaiterSource[];
  /** Asks the replicas of the server that has this key for it; never rejects. */
  onReplicas(key: ByteString): Promise<LockOnReplica[]>;
  statuses(): NodeStatus[];
  reports(): NodeReports[];
  totals(): NodeTotals[];
  /** Host and port of the one server; the target's name where there are several. */
  name(): string;
  /** Reads these keys now; rejects when a connection that is needed fails. */
  read(keys: readonly ByteString[], how: ReadOptions): Promise<void>;
  /** Resolves when everything that the servers of these keys have reported so far is received; never rejects. */
  caughtUp(keys: readonly ByteString[]): Promise<void>;
};

export type NodesOptions = {
  shared: NodeShared;
  places: KeyPlaces;
  /** Facts about a server with these locks that it does not report itself. */
  context(entries: Iterable<Entry>): ReturnType<ShardOptions['context']>;
};
