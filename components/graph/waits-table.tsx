'use client';

import { useT } from '@/components/i18n/use-t';
import { ByWidth } from '@/components/list-parts/by-width';
import { useDrawn } from '@/components/list-parts/use-drawn';
import { cx } from '@/components/ui/cx';
import { EDGE } from '@/components/ui/data-table/column';
import { DataTable } from '@/components/ui/data-table/data-table';
import type { WaitGraph } from '@/lib/contract/graph';
import type { LockId } from '@/lib/domain/keys/lock-id';
import { usePartyName } from './party-name';
import { useGraphView } from './use-graph-view';
import type { UseRelease } from './use-release';
import { sortRows, WAIT_SORTS, waitRowsOf } from './wait-rows';
import { useWaitColumns } from './waits-columns';

type Props = { graph: WaitGraph; focus: LockId | null; release: UseRelease };

/** One wait a row: the graph in words. */
export function WaitsTable({ graph, focus, release }: Props) {
  const t = useT('graph');
  const nameOf = usePartyName();
  const { sort, desc, setSort } = useGraphView();
  const all = waitRowsOf(graph);
  const columns = useWaitColumns(release);
  const { shown, sentinel } = useDrawn(sort === null ? all : sortRows(all, sort, desc, nameOf));
  return (
    <ByWidth>
      {(isNarrow) => (
        <div className={cx(isNarrow && 'panel overflow-hidden')}>
          <DataTable
            caption={t('table.caption')}
            scroll="panel overflow-x-auto"
            columns={columns}
            heads={(id) => t(`table.${id}`)}
            sort={{ by: sort, desc, onSort: sortBy }}
            rows={shown}
            rowKey={({ id }) => id}
            rowProps={({ lock }) =>
              lock.id === focus
                ? { 'aria-current': 'true', className: 'bg-selected' }
                : { className: 'hover:bg-hover' }
            }
            rowClass="h-row"
            pad={`[td]:overflow-hidden ${EDGE}`}
            room={180}
            narrow={isNarrow}
            lines={[['waiter', 'since'], ['state', 'lock'], ['holder'], ['place', 'known', 'act']]}
            itemClass="px-3 py-2 last:border-b-0"
            detail="text-sm"
          />
          {sentinel}
        </div>
      )}
    </ByWidth>
  );

  function sortBy(id: string) {
    const next = WAIT_SORTS.find((each) => each === id);
    if (next) setSort(next, sort === next ? !desc : next === 'state');
  }
}
