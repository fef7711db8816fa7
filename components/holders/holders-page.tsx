'use client';

import { useQuery } from '@tanstack/react-query';
import { useStopKeys } from '@/components/app/use-stop-keys';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { GroupPage } from '@/components/list-parts/group-page';
import { HeadingLine } from '@/components/list-parts/list-heading';
import { useDrawn } from '@/components/list-parts/use-drawn';
import { useLockFilter } from '@/components/list-parts/use-lock-filter';
import type { Standing } from '@/components/ui/use-standing';
import { holderQueries } from '@/lib/api/queries';
import type { HolderSummary, HoldersAnswer } from '@/lib/contract/groups';
import { HoldersEmpty } from './holders-empty';
import { HoldersTable } from './holders-table';

/** Whoever holds the locks that match a filter, and how much; the one with the most urgent lock first. */
export function HoldersPage() {
  const t = useT('holders');
  const format = useFormat();
  const lockFilter = useLockFilter();
  const { filter } = lockFilter;
  const query = useQuery(holderQueries.list(filter.q, filter.target));
  const scroller = useStopKeys<HTMLElement>('a[href^="/holders/"]');
  return (
    <GroupPage
      query={query}
      lockFilter={lockFilter}
      heading={(summary) => <HeadingLine title={t('index.title')} summary={summary} />}
      summaryText={summaryText}
      label={t('index.title')}
      scroller={scroller}
      loading={t('index.loading')}
      rowsOf={({ holders }) => holders}
      idOf={({ ref }) => ref}
      empty={(answer, onClear) => <HoldersEmpty answer={answer} filter={filter} onClear={onClear} />}
    >
      {(rows) => <Holders rows={rows} />}
    </GroupPage>
  );

  function summaryText({ holders, matched, anonymous }: HoldersAnswer): string {
    const shown = t('index.summary', {
      loaded: format.count(holders.length),
      matched: format.count(matched),
      count: matched,
    });
    if (anonymous === 0) return shown;
    return `${shown} · ${t('index.anonymous', { count: anonymous, n: format.count(anonymous) })}`;
  }
}

function Holders({ rows }: { rows: readonly Standing<HolderSummary>[] }) {
  const { shown, sentinel } = useDrawn(rows);
  return (
    <>
      <HoldersTable rows={shown} />
      {sentinel}
    </>
  );
}
