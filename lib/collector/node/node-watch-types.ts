import type { Redis } from 'ioredis';
import type { NodeStatus } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { NodeTotals } from '../../domain/nodes/node-status';
import type { Target } from '../../domain/nodes/target';
import type { Registry } from '../../formats/index';
import type { Endpoint } from '../../redis/connection';
import type { Entry } from '../index/entry-types';
import type { LockIndex } from '../index/lock-index';
import type { Budget } from '../keys/budget';
import type { CandidateFilter } from '../keys/candidate-filter';
import type { CompanionBook } from '../keys/companions';
import type { DirtyKeyQueue } from '../keys/dirty-key-queue';
import type { ReadOptions } from '../keys/key-reader';
import type { NodeFacts } from '../keys/node-facts';
import type { ProcessRecords } from '../keys/process-records';
import type { SeenKeyFilter } from '../keys/seen-key-filter';
import type { NodeLink } from './node-link';
import type { NodeContext } from './status-of';

/** What the nodes of a target share. */
export type NodeShared = {
  target: Target;
  registry: Registry;
  index: LockIndex;
  candidates: CandidateFilter;
  seen: SeenKeyFilter;
  companions: CompanionBook;
  now: () => number;
  survived(what: string, error: unknown): void;
};

export type NodeWatchOptions = NodeShared & {
  endpoint: Endpoint;
  /** Locks whose keys are on this node. */
  entries(): Iterable<Entry>;
  /** Ids of the processes that hold locks and whose heartbeats are on this node. */
  recordsInUse(): Iterable<string>;
  /** Other nodes of the cluster serve these keys. Resolves when the keys were read there. */
  onElsewhere(keys: readonly RawKey[], how: ReadOptions): Promise<void>;
  /** The node started or stopped answering. */
  onTurn(): void;
  /** Facts about the node that it does not report itself. */
  context(): NodeContext;
};

/** Watches one Redis server: reads keys on request, discovers locks, and receives changes. */
export type NodeWatch = Pick<NodeLink, 'address' | 'caughtUp'> & {
  /** Reads these keys, on whichever node serves them now; rejects when the connection fails. */
  readonly read: (keys: readonly ByteString[], how: ReadOptions) => Promise<void>;
  readonly dirtyKeys: DirtyKeyQueue;
  readonly records: ProcessRecords;
  readonly commands: Redis;
  readonly budget: Budget;
  start(): void;
  stop(): Promise<void>;
  isUp(): boolean;
  facts(): NodeFacts | null;
  status(): NodeStatus;
  /** Time within which a lock is read again even without an event, ms. */
  promisedMs(key: ByteString): number;
  totals(): NodeTotals;
  /** Reads the locks whose deadline has passed; returns the next deadline, or null. */
  due(): number | null;
  /** Its locks may have changed: reads them again. */
  reconcile(why: 'changed' | 'wiped'): void;
  /** The node was a replica of `from` and now serves these locks; reports the effect on them once they are read. */
  promoted(entries: Iterable<Entry>, from: string): void;
};
