import type { Coverage, NodeStatus } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import { settingsFor } from '../../domain/nodes/settings-for';
import type { Target } from '../../domain/nodes/target';
import type { ScanProgress } from '../keys/keyspace-scan';
import type { NodeFacts } from '../keys/node-facts';
import type { LinkHealth } from './node-link';

type Told = 'target' | 'db' | 'environment' | 'production' | 'readOnly';
type MadeHere = Told | 'redisVersion' | 'server' | 'runId' | 'keys' | 'eventsNote' | 'coverage' | 'failure';

/** Facts about a server from other sources. `mixed` = channels with classic and sharded subscribers. */
export type NodeContext = Pick<NodeStatus, 'waiting' | 'replicas'> & {
  notes: readonly (string | null)[];
  mixed: ReadonlySet<ByteString>;
};

/** The facts about a server that the parts of its collector contribute. */
type StatusParts = Omit<NodeStatus, MadeHere> & {
  failure: LinkHealth['failure'];
  facts: NodeFacts | null;
  progress: ScanProgress;
  readings: Pick<Coverage, 'oldestAtMs' | 'unread' | 'changes' | 'counted' | 'countedBy'>;
  /** Changes that were dropped unread. */
  dropped: number;
  /** What missing permissions cost; null = nothing. */
  notes: readonly (string | null)[];
};

/** One row of the nodes page. */
export function statusOf(target: Target, parts: StatusParts): NodeStatus {
  const { failure, facts, progress, readings, dropped, notes, ...known } = parts;
  const { from: source = null, votesAs } = target;
  const topology = votesAs === undefined ? target.topology.kind : 'redlock';
  const { redisVersion = null, server = null, runId = null, keys = null } = facts ?? {};
  const { names, contents, completedAtMs } = progress;
  const said = notes.filter((note) => note !== null);
  if (dropped > 0) said.push(`${dropped} changes of unknown keys were not looked at`);
  return {
    ...known,
    failure: failure && {
      ...failure,
      settings: [...settingsFor(failure.code, { topology, source })],
      from: source,
    },
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
