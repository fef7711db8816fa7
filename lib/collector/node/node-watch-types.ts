import type { Redis } from 'ioredis';
import type { NodeStatus } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { NodeReports, NodeTotals } from '../../domain/nodes/node-status';
import type { Target } from '../../domain/nodes/target';
import type { Registry } from '../../formats/index';
import type { EventFact } from '../../history/recorder/event-facts';
import type { Endpoint } from '../../redis/connection';
import type { LockFamilies } from '../counting/lock-families';
import type { Entry } from '../index/entry-types';
import type { LockIndex } from '../index/lock-index';
import type { Budget } from '../keys/budget';
import type { CandidateFilter } from '../keys/candidate-filter';
import type { DirtyKeyQueue } from '../keys/dirty-key-queue';
import type { ProcessRecords } from '../keys/process-records';
import type { ReadOptions } from '../keys/read-jobs';
import type { Reconciler } from '../keys/reconciler';
import type { NodeLink } from './node-link';
import type { NodeContext } from './status-of';

/** What the nodes of a target share. */
export type NodeShared = {
  target: Target;
  registry: Registry;
  index: LockIndex;
  candidates: CandidateFilter;
  families: LockFamilies;
  /** See `CollectorOptions.count`. */
  onCount(fact: EventFact | null): void;
  host: Host;
};

/** This process: its clock, and the failures that it survives. */
export type Host = { now(): number; survived(what: string, error: unknown): void };

export type NodeWatchOptions = {
  shared: NodeShared;
  endpoint: Endpoint;
  its: {
    /** Locks whose keys are on this node. */
    entries(): Iterable<Entry>;
    /** Ids of the processes that hold locks and whose heartbeats are on this node. */
    recordsInUse(): Iterable<string>;
  };
  on: {
    /** Other nodes of the cluster serve these keys. Resolves when the keys were read there. */
    elsewhere(keys: readonly RawKey[], how: ReadOptions): Promise<void>;
    /** The node started or stopped answering. */
    turned(): void;
  };
  /** Facts about the node that it does not report itself. */
  context(): NodeContext;
};

/** Watches one Redis server: reads keys on request, discovers locks, and receives changes. */
export type NodeWatch = Pick<NodeLink, 'address' | 'caughtUp'> &
  Pick<Reconciler, 'due' | 'promisedMs'> & {
    /** Reads these keys, on whichever node serves them now; rejects when the connection fails. */
    readonly read: (keys: readonly ByteString[], how: ReadOptions) => Promise<void>;
    readonly dirtyKeys: DirtyKeyQueue;
    readonly records: ProcessRecords;
    readonly commands: Redis;
    readonly budget: Budget;
    start(): void;
    stop(): Promise<void>;
    isUp(): boolean;
    status(): NodeStatus;
    reports(): Omit<NodeReports, 'replicas'>;
    totals(): NodeTotals;
    /** The node was a replica of `from` and now serves these locks; reports the effect on them once they are read. */
    promoted(entries: Iterable<Entry>, from: string): void;
  };
