'use client';

import { Download } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { ByWidth } from '@/components/list-parts/by-width';
import { Button } from '@/components/ui/button';
import { cx } from '@/components/ui/cx';
import { DataTable } from '@/components/ui/data-table/data-table';
import { download } from '@/components/ui/download';
import { Segmented } from '@/components/ui/segmented';
import { csvOf } from '@/lib/domain/values/csv';
import { STAND_STYLES, useBulkColumns, useThenText } from './bulk-columns';
import {
  type BulkRow,
  type BulkState,
  bulkRows,
  ofRuns,
  type RowStand,
  sharedCount,
  standCounts,
} from './run-machine';

/** In the order in which they are named; of those that are none nothing is said. */
const COUNTED = ['released', 'refused', 'unexpected', 'open', 'not-tried'] as const;
const FILTERS = [...COUNTED, 'planned', 'left'] as const;

/** What became of each lock so far, its counts together as many as were planned. */
export function BulkResults({ state }: { state: BulkState }) {
  const t = useT('bulk');
  const format = useFormat();
  const columns = useBulkColumns();
  const [chosen, setChosen] = useState<RowStand | 'all'>('all');
  const rows = bulkRows(state);
  const counts = standCounts(rows);
  const shown =
    chosen === 'all' || counts[chosen] === 0 ? rows : rows.filter(({ stand }) => stand === chosen);
  const present = FILTERS.filter((stand) => counts[stand] > 0);
  return (
    <section className="panel flex min-w-0 flex-col" aria-label={t('caption')}>
      <Heading state={state} counts={counts} shared={sharedCount(rows)} />
      <div className="flex flex-wrap items-center gap-2 border-line border-b px-3 py-2">
        {present.length > 0 ? (
          <div className="scroll-thin max-w-full overflow-x-auto">
            <Segmented<RowStand | 'all'>
              label={t('filter.label')}
              value={chosen === 'all' || counts[chosen] > 0 ? chosen : 'all'}
              onChange={setChosen}
              options={[
                { value: 'all' as const, label: `${t('filter.all')} ${format.count(rows.length)}` },
                ...present.map((stand) => ({
                  value: stand,
                  label: `${t(`outcome.${stand}`)} ${format.count(counts[stand])}`,
                })),
              ]}
            />
          </div>
        ) : null}
        <span className="ms-auto">
          <BulkFile rows={rows} />
        </span>
      </div>
      <ByWidth>
        {(isNarrow) => (
          <DataTable
            caption={t('caption')}
            scroll="scroll-thin max-h-[60vh] overflow-auto"
            columns={columns}
            rows={shown}
            rowKey={({ item }) => item.id}
            rowProps={({ stand }) => ({
              className: cx(stand === 'unexpected' && 'bg-lost-tint', stand === 'left' && 'text-3'),
            })}
            pad="px-2 first:ps-3 last:pe-3 [td]:overflow-hidden"
            room={176}
            narrow={isNarrow}
            lines={[['outcome'], ['key'], ['followed']]}
            itemClass="px-3 py-2 last:border-b-0"
          />
        )}
      </ByWidth>
    </section>
  );
}

type Counts = Record<RowStand, number>;

/** How far it is, in figures and as a bar. */
function Heading({ state: { phase }, counts, shared }: { state: BulkState; counts: Counts; shared: number }) {
  const t = useT('bulk');
  const format = useFormat();
  const isPast = phase.is === 'running' || phase.is === 'over';
  const done = counts.released + counts.refused + counts.unexpected + counts.open;
  const of = ofRuns(counts);
  const end = phase.is === 'over' ? phase.end : null;
  const n = format.count(phase.is === 'over' && counts['not-tried'] === 0 ? counts.released : done);
  return (
    <header className="border-line border-b px-3 pt-2.5 pb-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="font-semibold text-base">{heading()}</h3>
        {end ? (
          <span className="num text-3 text-sm">
            {t('run.took', { time: format.clock(end.atMs, true), ms: format.latency(end.tookMs) })}
          </span>
        ) : null}
        {shared > 0 ? (
          <span className="font-semibold text-sm">
            {t('run.shared', { count: shared, n: format.count(shared) })}
          </span>
        ) : null}
        {isPast ? (
          <ul className="ms-auto flex flex-wrap gap-x-4 gap-y-1">
            {COUNTED.filter((stand) => stand !== 'open' || counts.open > 0).map((stand) => (
              <Counted key={stand} stand={stand} count={counts[stand]} />
            ))}
          </ul>
        ) : null}
      </div>
      {isPast ? <Bar counts={counts} of={of} /> : null}
    </header>
  );

  function heading(): string {
    if (phase.is === 'running') return t('run.going', { of: format.count(of) });
    if (phase.is !== 'over')
      return t('run.planned', { count: counts.planned, n: format.count(counts.planned) });
    if (phase.failure) return t('run.broke');
    return t(counts['not-tried'] > 0 ? 'run.stopped' : 'run.done', { n, of: format.count(of) });
  }
}

function Counted({ stand, count }: { stand: (typeof COUNTED)[number]; count: number }) {
  const t = useT('bulk');
  const format = useFormat();
  const { icon: Icon, colour } = STAND_STYLES[stand];
  return (
    <li className="num inline-flex items-center gap-1.5 text-sm">
      <Icon size={14} aria-hidden className={count > 0 ? colour : 'text-3'} />
      <b className="font-semibold">{format.count(count)}</b>{' '}
      <span className="text-2">{t(`count.${stand}`)}</span>
    </li>
  );
}

const BAR: Partial<Record<RowStand, string>> = {
  released: 'bg-verified',
  refused: 'bg-risk-mark',
  unexpected: 'bg-lost-mark',
  open: 'bg-lost-mark',
};

function Bar({ counts, of }: { counts: Counts; of: number }) {
  return (
    <div
      aria-hidden
      className="mt-2 flex h-2.5 gap-px overflow-hidden rounded-sm border border-line-strong border-dashed"
    >
      {COUNTED.map((stand) =>
        BAR[stand] && counts[stand] > 0 ? (
          <span
            key={stand}
            className={cx('h-full min-w-1', BAR[stand])}
            style={{ width: `${(counts[stand] / of) * 100}%` }}
          />
        ) : null,
      )}
    </div>
  );
}

function BulkFile({ rows }: { rows: readonly BulkRow[] }) {
  const t = useT('bulk');
  const thenText = useThenText();
  const file = () => {
    const head = ['id', 'key', 'target', 'node', 'outcome', 'because', 'then', 'audit'];
    const lines = rows.map((row) => {
      const { item, result, stand } = row;
      const because = result?.because ?? item.why?.code ?? null;
      const { id, key, target, node } = item;
      return [id, key.text, target, node, stand, because, thenText(row), result?.auditId ?? null];
    });
    download(t('csvName'), 'text/csv', csvOf([head, ...lines]));
  };
  return (
    <Button variant="link" size="sm" icon={<Download size={14} aria-hidden />} onClick={file}>
      {t('csv')}
    </Button>
  );
}
