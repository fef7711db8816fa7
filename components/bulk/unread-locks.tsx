'use client';

import { RefreshCw } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Button } from '@/components/ui/button';
import type { BulkItem, BulkPlan } from '@/lib/contract/bulk';
import { unreadItems } from './run-machine';

type Props = { plan: BulkPlan; isReading: boolean; onRead(items: readonly BulkItem[]): void };

/** Locks that are missing in a plan because they could not be read in time, and another try. */
export function UnreadLocks({ plan, isReading, onRead }: Props) {
  const t = useT('bulk');
  const format = useFormat();
  const unread = unreadItems(plan);
  const count = unread.length;
  if (count === 0) return null;
  const n = format.count(count);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 flex-1 font-semibold text-risk text-sm">{t('plan.unread', { count, n })}</p>
      <Button
        size="sm"
        off={isReading}
        icon={<RefreshCw size={14} aria-hidden />}
        onClick={() => onRead(unread)}
      >
        {t('plan.readUnread', { count, n })}
      </Button>
    </div>
  );
}
