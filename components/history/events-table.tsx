import { withTarget } from '@/components/app/use-target';
import { useFindingName } from '@/components/finding-parts/use-finding-name';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { DataTable } from '@/components/ui/data-table/data-table';
import { Link } from '@/components/ui/link';
import type { HistoryMark } from '@/lib/contract/history/past';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { styleOf } from '../charts/marks-shown';
import { MarkGlyph } from '../charts/plot-marks';

/** Marks with their time, what happened, to what. */
export function HistoryEventsTable({ marks }: { marks: readonly HistoryMark[] }) {
  const t = useT('history');
  const format = useFormat();
  return (
    <DataTable
      caption={t('events.caption')}
      scroll="overflow-x-auto"
      className="text-sm"
      columns={[
        {
          id: 'time',
          names: true,
          cellClass: 'num text-2',
          cell: ({ atMs }) => (
            <time dateTime={new Date(atMs).toISOString()} title={format.moment(atMs)}>
              {format.moment(atMs).slice(5, 19)}
            </time>
          ),
        },
        { id: 'what', cell: (mark) => <What mark={mark} /> },
        {
          id: 'where',
          cellClass: 'max-w-80',
          cell: ({ lock, target, title, node }) =>
            lock ? (
              <Link
                href={withTarget(lockPath(lock), target)}
                dir="ltr"
                title={title}
                className="mono block truncate font-semibold hover:underline"
              >
                {title}
              </Link>
            ) : (
              <span className="text-2">{node ?? target ?? t('events.everywhere')}</span>
            ),
        },
        {
          id: 'holder',
          className: 'max-sm:hidden',
          cellClass: 'max-w-48 truncate text-2',
          cell: ({ holder }) => (
            <bdi dir="ltr" title={holder ?? undefined}>
              {holder ?? '–'}
            </bdi>
          ),
        },
      ]}
      heads={(id) => t(`events.column.${id}`)}
      rows={marks}
      rowKey={({ id }) => id}
      rowClass="h-9 hover:bg-hover"
    />
  );
}

function What({ mark: { kind, title, text, values } }: { mark: HistoryMark }) {
  const t = useT('history');
  const nameOf = useFindingName();
  const style = styleOf(kind);
  const isNoted = kind === 'note' || kind === 'deploy';
  const code = typeof values.code === 'string' ? values.code : null;
  const actor = typeof values.actor === 'string' ? values.actor : null;
  return (
    <span className="flex items-center gap-2">
      {style ? <MarkGlyph style={style} /> : <span className="w-3 shrink-0" />}
      <span className="min-w-0">
        {t.has(`mark.${kind}`) ? t(`mark.${kind}` as 'mark.note') : kind}
        {isNoted ? <span className="font-semibold">: {title}</span> : null}
        {code === null ? null : <span className="text-3"> · {nameOf(code)}</span>}
        {text === '' ? null : <span className="block max-w-[72ch] text-2">{text}</span>}
        {actor === null ? null : <span className="block text-3 text-xs">{t('events.by', { actor })}</span>}
      </span>
    </span>
  );
}
