'use client';

import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { approvalQueries } from '@/lib/api/approval-queries';
import type { LockId } from '@/lib/domain/keys/lock-id';

/** That acts wait for a second person, on one lock or on any, and the way to them; nothing while none does. */
export function WaitingLine({ lockId = null }: { lockId?: LockId | null }) {
  const t = useT('requests');
  const { data } = useQuery(approvalQueries.list());
  const waiting = (data?.requests ?? []).filter(
    (request) => request.state === 'waiting' && (lockId === null || request.lockId === lockId),
  );
  const [first] = waiting;
  if (!first) return null;
  const href = waiting.length === 1 ? `/requests/${first.id}` : '/requests';
  return (
    <p
      role="status"
      className="flex items-center gap-2 rounded-md border border-info-line bg-info-tint px-3 py-1.5"
    >
      <Hourglass size={16} aria-hidden className="shrink-0 text-info" />
      <span className="min-w-0">{t('waiting', { count: waiting.length })}</span>
      <Link href={href} className="ms-auto shrink-0 font-semibold text-info hover:underline">
        {t('show')}
      </Link>
    </p>
  );
}
