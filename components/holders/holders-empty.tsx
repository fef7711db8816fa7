'use client';

import { CircleUserRound } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ListEmpty } from '@/components/list-parts/list-states';
import { Link } from '@/components/ui/link';
import { EmptyState } from '@/components/ui/states';
import type { HoldersAnswer } from '@/lib/contract/groups';
import type { LockFilter } from '@/lib/contract/locks';
import { queryString } from '@/lib/contract/request';

type Props = { answer: HoldersAnswer; filter: LockFilter; onClear(): void };

/** No holder: because no lock matches, or because none of those that do names one. */
export function HoldersEmpty({ answer: { anonymous, coverage }, filter: { q, target }, onClear }: Props) {
  const t = useT('holders');
  const format = useFormat();
  if (anonymous === 0) return <ListEmpty coverage={coverage} q={q} onClear={onClear} />;
  return (
    <EmptyState
      icon={<CircleUserRound size={20} aria-hidden />}
      title={t('index.anonymous', { count: anonymous, n: format.count(anonymous) })}
      action={
        <Link href={`/locks${queryString({ q, target })}`} className="font-medium text-info hover:underline">
          {t('index.toLocks')}
        </Link>
      }
    >
      {t('index.anonymousText')}
    </EmptyState>
  );
}
