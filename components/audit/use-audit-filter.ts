'use client';

import { useQueryStates } from 'nuqs';
import { useTarget } from '@/components/app/use-target';
import { AUDIT_FIELDS, type AuditProblem, type AuditTexts, auditProblem } from '@/lib/domain/actions/audit';
import { AUDIT_PARAMS } from './audit-params';

const NOTHING: AuditTexts = { actor: '', action: '', outcome: '', q: '', from: '', to: '' };

export type UseAuditFilter = {
  texts: AuditTexts;
  target: string | null;
  /** Something is set beside the connection. */
  filtered: boolean;
  /** What keeps the URL from being a filter; null = nothing does. */
  problem: AuditProblem | null;
  set(texts: AuditTexts): void;
  clear(): void;
};

/** The filter of the audit, in the URL. */
export function useAuditFilter(): UseAuditFilter {
  const [texts, setTexts] = useQueryStates(AUDIT_PARAMS);
  const [target] = useTarget();
  return {
    texts,
    target,
    filtered: AUDIT_FIELDS.some((field) => texts[field] !== ''),
    problem: auditProblem(texts),
    set: (next) => void setTexts(next),
    clear: () => void setTexts(NOTHING),
  };
}
