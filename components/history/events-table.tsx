import { withTarget } from '@/components/app/use-target';
import { useFindingName } from '@/components/finding-parts/use-finding-name';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { Link } from '@/components/ui/link';
import { ScrollRegion } from '@/components/ui/scroll-region';
import type { HistoryMark } from '@/lib/contract/past';
import { lockPath } from '@/lib/domain/keys/lock-id';
import { styleOf } from '../charts/marks-shown';
import { MarkGlyph } from '../charts/plot-marks';

/** Marks with their time, what happened, to what. */
export function HistoryEventsTable({ marks }: { marks: readonly HistoryMark[] }) {
  const t = useT('history');
  return (
    <ScrollRegion label={t('events.caption')} className="overflow-x-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">{t('events.caption')}</caption>
        <thead className="text-3 text-xs">
          <tr className="h-8 border-line border-b">
            <th scope="col" className="px-3">
              {t('events.column.time')}
            </th>
            <th scope="col" className="px-3">
              {t('events.column.what')}
            </th>
            <th scope="col" className="px-3">
              {t('events.column.where')}
            </th>
            <th scope="col" className="px-3 max-sm:hidden">
              {t('events.column.holder')}
            </th>
          </tr>
        </thead>
        <tbody>
          {marks.map((mark) => (
            <Row key={mark.id} mark={mark} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Row({ mark }: { mark: HistoryMark }) {
  const t = useT('history');
  const format = useFormat();
  const nameOf = useFindingName();
  const { atMs, kind, title, text, target, lock, node, holder } = mark;
  const style = styleOf(kind);
  const isNoted = kind === 'note' || kind === 'deploy';
  const code = typeof mark.values.code === 'string' ? mark.values.code : null;
  const actor = typeof mark.values.actor === 'string' ? mark.values.actor : null;
  return (
    <tr className="h-9 border-line border-b last:border-b-0 hover:bg-hover">
      <th scope="row" className="num px-3 font-normal text-2">
        <time dateTime={new Date(atMs).toISOString()} title={format.moment(atMs)}>
          {format.moment(atMs).slice(5, 19)}
        </time>
      </th>
      <td className="px-3">
        <span className="flex items-center gap-2">
          {style ? <MarkGlyph style={style} /> : <span className="w-3 shrink-0" />}
          <span className="min-w-0">
            {t.has(`mark.${kind}`) ? t(`mark.${kind}` as 'mark.note') : kind}
            {isNoted ? <span className="font-semibold">: {title}</span> : null}
            {code === null ? null : <span className="text-3"> · {nameOf(code)}</span>}
            {text === '' ? null : <span className="block max-w-[72ch] text-2">{text}</span>}
            {actor === null ? null : (
              <span className="block text-3 text-xs">{t('events.by', { actor })}</span>
            )}
          </span>
        </span>
      </td>
      <td className="max-w-80 px-3">
        {lock ? (
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
        )}
      </td>
      <td className="max-w-48 truncate px-3 text-2 max-sm:hidden">
        <bdi dir="ltr" title={holder ?? undefined}>
          {holder ?? '–'}
        </bdi>
      </td>
    </tr>
  );
}
