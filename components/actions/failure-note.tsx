'use client';

import { useT } from '@/components/i18n/use-t';
import { FailureBox } from '@/components/ui/failure-box';
import type { ApiFailure } from '@/lib/api/http';
import type { ActionNeeds } from '@/lib/contract/lock';

/** A failure as a plain sentence: by its code where we know it, in the server's own words otherwise. */
export function useFailureText(): (failure: ApiFailure) => string {
  const t = useT('actions');
  return ({ code, message, details }) => {
    if (!t.has(`failure.${code}`)) return message;
    const { needs } = details;
    if (isNeeds(needs)) return t('failure.needs', needs);
    const command = typeof details.command === 'string' ? details.command : null;
    if (code === 'denied' && command) return t('failure.deniedCommand', { command });
    const seconds = typeof details.retryAfterSeconds === 'number' ? details.retryAfterSeconds : 1;
    return t(`failure.${code as 'denied'}`, { message, seconds });
  };
}

function isNeeds(needs: unknown): needs is ActionNeeds {
  return typeof needs === 'object' && needs !== null && 'setting' in needs && 'pattern' in needs;
}

/** Why the act was refused; nothing happened. */
export function FailureNote({ failure }: { failure: ApiFailure }) {
  const t = useT('actions');
  const textOf = useFailureText();
  const { auditId, requestId } = failure.details;
  return (
    <FailureBox lead={t('failure.nothing')}>
      {textOf(failure)}
      {typeof auditId === 'number' ? (
        <span className="text-2"> {t('failure.audit', { id: auditId })}</span>
      ) : null}
      {typeof requestId === 'string' ? (
        <span className="block text-2 text-sm">{t('failure.request', { id: requestId })}</span>
      ) : null}
    </FailureBox>
  );
}
