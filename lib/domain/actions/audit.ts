import type { LockId } from '../keys/lock-id';
import { momentOfText } from '../values/moment-text';

export const AUDIT_ACTIONS = [
  'release',
  'extend',
  'silence',
  'end-silence',
  'xray',
  'annotate',
  'decide',
] as const;

/**
 * `partly-released`: the key was freed, and other keys of its hold were not, as far as is known; `details.hold` has them.
 * `unknown`: the reply was lost, it may have happened; `details.settled` = what a later look found.
 */
export const AUDIT_OUTCOMES = [
  'attempted',
  'released',
  'partly-released',
  'extended',
  'silenced',
  'ended',
  'sampled',
  'noted',
  'decided',
  'refused',
  'failed',
  'unknown',
] as const;

/** What was done or tried through the console. */
export type AuditEntry = {
  id: number;
  atMs: number;
  actor: string;
  action: (typeof AUDIT_ACTIONS)[number];
  target: string;
  /** null = it was about no lock, or about several. */
  lockId: LockId | null;
  /** Of what is about no single lock, which ones: a family, a glob, a server; '' = all. */
  key: string;
  holder: string | null;
  reason: string;
  outcome: (typeof AUDIT_OUTCOMES)[number];
  details: Record<string, unknown>;
};

/** `more` = older entries match as well. */
export type AuditAnswer = { entries: AuditEntry[]; more: boolean; nowMs: number };

/** Which entries are asked for; what is absent lets all through. */
export type AuditFilter = {
  lockId?: LockId | undefined;
  target?: string | undefined;
  /** Part of who acted, in either case. */
  actor?: string | undefined;
  action?: AuditEntry['action'] | undefined;
  outcome?: AuditEntry['outcome'] | undefined;
  /** Part of the key, the lock id, the holder or the reason, in either case. */
  q?: string | undefined;
  /** Epoch ms; from the first, before the second. */
  from?: number | undefined;
  to?: number | undefined;
};

/** Most entries of one exported file. */
export const AUDIT_EXPORT_LIMIT = 50_000;

/** `beforeId` goes on where an earlier answer ended. */
export type AuditQuery = AuditFilter & { limit: number; beforeId?: number | undefined };

export function matchesAudit(entry: AuditEntry, filter: AuditFilter): boolean {
  const { lockId, target, actor, action, outcome, q, from, to } = filter;
  const texts = [entry.key, entry.lockId ?? '', entry.holder ?? '', entry.reason];
  return (
    (lockId === undefined || entry.lockId === lockId) &&
    (target === undefined || entry.target === target) &&
    (actor === undefined || contains(entry.actor, actor)) &&
    (action === undefined || entry.action === action) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (q === undefined || texts.some((text) => contains(text, q))) &&
    (from === undefined || entry.atMs >= from) &&
    (to === undefined || entry.atMs < to)
  );
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** The filter as it stands in a URL; '' = not set. */
export type AuditTexts = Record<(typeof AUDIT_FIELDS)[number], string>;
export const AUDIT_FIELDS = ['actor', 'action', 'outcome', 'q', 'from', 'to'] as const;

/** Why a text is no filter: the field, and what is wrong with it. */
export type AuditProblem = { field: (typeof AUDIT_FIELDS)[number]; code: 'unknown' | 'time' | 'order' };

/** What keeps the texts from being a filter; null = nothing does. */
export function auditProblem({ action, outcome, from, to }: AuditTexts): AuditProblem | null {
  if (action !== '' && !AUDIT_ACTIONS.some((each) => each === action))
    return { field: 'action', code: 'unknown' };
  if (outcome !== '' && !AUDIT_OUTCOMES.some((each) => each === outcome))
    return { field: 'outcome', code: 'unknown' };
  const [fromMs, toMs] = [momentOfText(from), momentOfText(to)];
  if (from !== '' && fromMs === null) return { field: 'from', code: 'time' };
  if (to !== '' && toMs === null) return { field: 'to', code: 'time' };
  return fromMs !== null && toMs !== null && fromMs >= toMs ? { field: 'from', code: 'order' } : null;
}
