import { AUDIT_ACTIONS, AUDIT_OUTCOMES } from '../../contract/action-codes';
import type { AuditEntry, AuditFilter } from '../../contract/audit';
import { momentOfText } from '../values/moment-text';
import type { AuditOwner } from './own-audit';
import { ticketOf } from './ticket';

/** `beforeId` continues after the last entry of an earlier answer. */
export type AuditQuery = AuditFilter & {
  limit: number;
  beforeId?: number | undefined;
  /** Whose own entries come too, where not every entry is shown. */
  own?: AuditOwner | null | undefined;
  /** Only of these targets, */
  among?: readonly string[] | undefined;
  /** or under this name, in either case. */
  orBy?: string | undefined;
  /** Only what this lets through. */
  only?: ((entry: AuditEntry) => boolean) | undefined;
  /** `q` is not looked for in holders. */
  withoutHolders?: boolean | undefined;
};

/** Bounds of what a reader is shown. */
export type AuditBounds = Pick<AuditQuery, 'among' | 'orBy' | 'only' | 'withoutHolders'>;

export function matchesAudit(entry: AuditEntry, filter: AuditFilter & AuditBounds): boolean {
  const { lockId, only, withoutHolders, target, actor, action, outcome, q, from, to } = filter;
  const holder = withoutHolders ? '' : (entry.holder ?? '');
  const texts = [entry.key, entry.lockId ?? '', holder, entry.reason, ticketOf(entry.details) ?? ''];
  return (
    (lockId === undefined || entry.lockId === lockId) &&
    isAmong(entry, filter) &&
    (only?.(entry) ?? true) &&
    (target === undefined || entry.target === target) &&
    (actor === undefined || contains(entry.actor, actor)) &&
    (action === undefined || entry.action === action) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (q === undefined || texts.some((text) => contains(text, q))) &&
    (from === undefined || entry.atMs >= from) &&
    (to === undefined || entry.atMs < to)
  );
}

function isAmong({ target, actor }: AuditEntry, { among, orBy }: AuditBounds): boolean {
  if (among === undefined || among.includes(target)) return true;
  return orBy !== undefined && actor.toLowerCase() === orBy.toLowerCase();
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** The filter as the URL stores it; '' = not set. */
export type AuditTexts = Record<(typeof AUDIT_FIELDS)[number], string>;
export const AUDIT_FIELDS = ['actor', 'action', 'outcome', 'q', 'from', 'to'] as const;

/** Why a text is no valid filter: the field, and its fault. */
export type AuditProblem = { field: (typeof AUDIT_FIELDS)[number]; code: 'unknown' | 'time' | 'order' };

/** The first fault that makes the texts an invalid filter; null = none. */
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
