import type { AuditAnswer, AuditChain } from '../../contract/audit';
import { mayEverywhere } from '../../domain/access/grants';
import type { AuditQuery } from '../../domain/actions/audit';
import { within } from '../../server/record/within';
import type { Runtime } from '../../server/runtime/types';

/** A chain that takes longer goes on being verified, and is known when it is asked for next. */
const CHAIN_MS = 8_000;

/** Matching audit entries of this console, newest first; `own` = whose entries come too that their rights do not cover. */
export async function auditAnswer(
  runtime: Pick<Runtime, 'history' | 'now' | 'grants'>,
  { limit, ...filter }: AuditQuery,
): Promise<AuditAnswer> {
  const entries = await runtime.history.audit({ ...filter, limit: limit + 1 });
  const waiting = await runtime.history.auditWaiting({ own: filter.own });
  return {
    entries: entries.slice(0, limit),
    more: entries.length > limit,
    partial: !mayEverywhere(runtime.grants, 'audit'),
    waiting,
    nowMs: runtime.now(),
  };
}

/**
 * Whether the audit is as it was written. Rejects with `history-unavailable` while it cannot be read, and with `timed-out`
 * when verifying takes longer than 8 s.
 */
export async function auditChainAnswer({
  archive,
  now,
}: Pick<Runtime, 'archive' | 'now'>): Promise<AuditChain> {
  return { ...(await within(CHAIN_MS, archive.auditChain())), nowMs: now() };
}
