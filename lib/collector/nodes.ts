import type { ByteString } from '../domain/bytes';
import type { ProcessSight } from '../domain/lock-holder';
import type { NodeStatus } from '../domain/node-status';
import { endpointOf } from '../redis/connection';
import { createClusterNodes } from './cluster-nodes';
import type { Entry } from './entry';
import type { Inbox } from './inbox';
import type { Look } from './looker';
import { createNodeWatch, type NodeShared, type NodeWatch, type NodeWatchOptions } from './node-watch';

/** The servers of one target, and which of them has which key. */
export type Nodes = {
  start(): void;
  stop(): Promise<void>;
  /** Those that answer. */
  up(): readonly NodeWatch[];
  statuses(): NodeStatus[];
  /** Of the one server; of several what the target is called. */
  name(): string;
  nameOf(key: ByteString): string;
  inboxOf(key: ByteString): Inbox | undefined;
  /** Reads these keys now; rejects when a connection that is needed fails. */
  look(keys: readonly ByteString[], how: Look): Promise<void>;
  /** Reads the locks whose deadline has passed; returns the next deadline, or null. */
  due(): number | null;
  /** Heartbeat records of processes, each on the server that has it. */
  records: {
    of(id: string): ProcessSight | null;
    waiting(): ProcessSight[];
    expect(ids: readonly string[]): void;
    look(ids: readonly string[], maxAgeMs: number): Promise<void>;
  };
};

export type NodesOptions = NodeShared & {
  /** A server answers, or stopped answering. */
  onTurn(): void;
  /** What is said of a server with these locks beside what it says itself. */
  said(entries: Iterable<Entry>): ReturnType<NodeWatchOptions['said']>;
};

export function createNodes(options: NodesOptions): Nodes {
  return options.target.topology.kind === 'cluster' ? createClusterNodes(options) : createOneNode(options);
}

/** A standalone server, or the one that sentinels name. */
function createOneNode(options: NodesOptions): Nodes {
  const { target, index, survived } = options;
  const entries = () => index.entries();
  const node = createNodeWatch({
    ...options,
    endpoint: endpointOf(target),
    entries,
    recordsInUse: () => [...entries()].flatMap(({ recordIds }) => recordIds),
    async onElsewhere([first]) {
      survived('a key was not read', new Error(`the server is one of a cluster and said ${first?.value}`));
    },
    said: () => options.said(entries()),
  });
  return {
    start: node.start,
    stop: node.stop,
    up: () => (node.isUp() ? [node] : []),
    statuses: () => [node.status()],
    name: node.address,
    nameOf: node.address,
    inboxOf: () => node.inbox,
    look: node.look,
    due: node.due,
    records: node.records,
  };
}
