import type { AuditChain } from '@/lib/contract/audit';
import type { HistoryStatus } from '@/lib/contract/history/history';
import type { NodeStatus } from '@/lib/contract/nodes';
import type { ConsoleHealth } from '@/lib/contract/settings';

/** `plain` = there is no well or bad of it; `unknown` is never taken for well. */
export type PartState = 'well' | 'trouble' | 'waiting' | 'unknown' | 'plain';

/** One part of the console, with what is known of it. */
export type HealthPart =
  | { part: 'collector'; state: PartState; node: NodeStatus }
  | { part: 'recorder'; state: PartState; status: HistoryStatus | null }
  | { part: 'archive'; state: PartState; status: HistoryStatus | null }
  | { part: 'audit'; state: PartState; chain: AuditChain | null }
  | { part: 'console'; state: PartState; console: ConsoleHealth }
  | { part: 'peer'; state: PartState; peer: Peer }
  | { part: 'streams'; state: PartState; console: ConsoleHealth }
  | { part: 'process'; state: PartState; console: ConsoleHealth };
type Peer = NonNullable<ConsoleHealth['peers']>[number];

type Known = {
  nodes: readonly NodeStatus[] | null;
  /** null = not known: not asked yet, or it could not be answered. */
  history: HistoryStatus | null;
  chain: AuditChain | null;
  console: ConsoleHealth;
};

/** Batches that wait: one or two are always under way. */
const MANY_QUEUED = 5;

/** Every part of the console in the order in which data goes through them. */
export function healthPartsOf({ nodes, history, chain, console }: Known): HealthPart[] {
  return [
    ...(nodes ?? []).map((node) => ({ part: 'collector' as const, state: nodeState(node), node })),
    { part: 'recorder', state: recorderState(history), status: history },
    { part: 'archive', state: archiveState(history), status: history },
    { part: 'audit', state: auditState(chain), chain },
    { part: 'console', state: 'plain', console },
    ...(console.peers ?? []).map((peer) => ({ part: 'peer' as const, state: peerState(peer), peer })),
    { part: 'streams', state: 'plain', console },
    { part: 'process', state: 'plain', console },
  ];
}

function nodeState({ state }: NodeStatus): PartState {
  if (state === 'connecting') return 'unknown';
  return state === 'live' ? 'well' : 'trouble';
}

function recorderState(status: HistoryStatus | null): PartState {
  if (!status) return 'unknown';
  if (droppedOf(status) > 0) return 'trouble';
  if (status.queued > MANY_QUEUED) return 'waiting';
  return status.writtenAtMs === null ? 'unknown' : 'well';
}

function archiveState(status: HistoryStatus | null): PartState {
  if (!status) return 'unknown';
  return status.problem ? 'trouble' : 'well';
}

function auditState(chain: AuditChain | null): PartState {
  if (!chain) return 'unknown';
  return chain.broken || chain.uncovered ? 'trouble' : 'well';
}

function peerState({ collectedBy, problem }: Peer): PartState {
  if (problem !== null) return 'unknown';
  return collectedBy ? 'well' : 'trouble';
}

/** Rows that were dropped since the start, of whatever kind. */
export function droppedOf({ dropped }: HistoryStatus): number {
  return dropped.spans + dropped.waits + dropped.events + dropped.rollups;
}
