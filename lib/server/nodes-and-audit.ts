import type { AuditAnswer, NodesAnswer } from '../domain/api';
import type { LockId } from '../domain/lock-id';
import type { Runtime } from './runtime-core';

/** Every watched server, what it costs us, and what there is on it, in figures. */
export function nodesAnswer(runtime: Runtime): NodesAnswer {
  const { startedAtMs } = runtime;
  return {
    nodes: runtime.nodes(),
    tallies: runtime.tallies(),
    version: runtime.live.version(),
    startedAtMs,
    nowMs: runtime.now(),
  };
}

/** What was done or tried through this console, newest first. */
export async function auditAnswer(
  runtime: Runtime,
  query: { limit: number; lockId?: LockId | undefined },
): Promise<AuditAnswer> {
  const { limit, lockId } = query;
  const entries = await runtime.history.audit({ limit, ...(lockId !== undefined && { lockId }) });
  return { entries, nowMs: runtime.now() };
}
