'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { GroupPage } from '@/components/list-parts/group-page';
import { ListHeading } from '@/components/list-parts/list-heading';
import { ListEmpty } from '@/components/list-parts/list-states';
import { useDrawn } from '@/components/list-parts/use-drawn';
import { useListView } from '@/components/list-parts/use-list-view';
import { useLockFilter } from '@/components/list-parts/use-lock-filter';
import { familyQueries } from '@/lib/api/queries';
import type { FamiliesProps } from './families-props';
import { FamiliesTable } from './families-table';
import { useFamilyKeys } from './use-family-keys';

/** The locks that match a filter by the shape of their names, the family with the worst lock first. */
export function FamiliesPage() {
  const t = useT('locks');
  const format = useFormat();
  const lockFilter = useLockFilter();
  const { q, target } = lockFilter.filter;
  const query = useQuery(familyQueries.list(q, target));
  const scroller = useFamilyKeys<HTMLElement>();
  return (
    <GroupPage
      query={query}
      lockFilter={lockFilter}
      heading={(summary) => <ListHeading summary={summary} />}
      summaryText={({ families, matched }) =>
        t('summary.families', {
          loaded: format.count(families.length),
          matched: format.count(matched),
          count: matched,
        })
      }
      label={t('view.families')}
      scroller={scroller}
      rowsOf={({ families }) => families}
      idOf={({ name }) => name}
      empty={({ coverage }, onClear) => <ListEmpty coverage={coverage} q={q} onClear={onClear} />}
    >
      {(rows, frozen) => <Families rows={rows} q={q} target={target} frozen={frozen} />}
    </GroupPage>
  );
}

function Families(props: Omit<FamiliesProps, 'open' | 'onToggle'>) {
  const { open, toggle } = useListView();
  const { shown: rows, sentinel } = useDrawn(props.rows);
  return (
    <>
      <FamiliesTable {...props} rows={rows} open={open} onToggle={toggle} />
      {sentinel}
    </>
  );
}
