import type { Coverage, NodeStatus } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import type { Target } from '../../domain/nodes/target';
import type { ScanProgress } from '../keys/keyspace-scan';
import type { NodeFacts } from '../keys/node-facts';

type Told = 'target' | 'db' | 'environment' | 'production' | 'readOnly';
type MadeHere = Told | 'redisVersion' | 'server' | 'runId' | 'keys' | 'eventsNote' | 'coverage';

/** Facts about a server from other sources. `mixed` = channels with classic and sharded subscribers. */
export type NodeContext = Pick<NodeStatus, 'waiting' | 'replicas'> & {
  notes: readonly (string | null)[];
  mixed: ReadonlySet<ByteString>;
};

/** The facts about a server that the parts of its collector contribute. */
export type StatusParts = Omit<NodeStatus, MadeHere> & {
  facts: NodeFacts | null;
  progress: ScanProgress;
  readings: Pick<Coverage, 'oldestAtMs' | 'unread' | 'changes'>;
  /** Changes that were dropped unread. */
  dropped: number;
  /** What missing permissions cost; null = nothing. */
  notes: readonly (string | null)[];
};

/** One row of the nodes page. */
export function statusOf(target: Target, parts: StatusParts): NodeStatus {
  const { facts, progress, readings, dropped, notes, ...known } = parts;
  const { redisVersion = null, server = null, runId = null, keys = null } = facts ?? {};
  const { names, contents, completedAtMs } = progress;
  const said = notes.filter((note) => note !== null);
  if (dropped > 0) said.push(`${dropped} changes of unknown keys were not looked at`);
  return {
    ...known,
    target: target.name,
    db: target.db,
    environment: target.environment,
    production: target.production,
    readOnly: target.readOnly,
    redisVersion,
    server,
    runId,
    keys,
    eventsNote: said.length > 0 ? said.join('; ') : null,
    coverage: { names, contents, completedAtMs, ...readings },
  };
}
