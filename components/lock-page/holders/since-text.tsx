import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { Since } from '@/lib/contract/holder';
import { Unknown } from '../../lock-parts/fact';

/** When a hold began and how long ago that was, as far as it is known. */
export function SinceText({ since, nowMs }: { since: Since | null; nowMs: number }) {
  const t = useT('lock');
  const format = useFormat();
  if (!since) return <Unknown />;
  const bound = since.atLeast ? 'atLeast' : since.atMost ? 'atMost' : 'exact';
  const values = { time: format.clock(since.atMs), age: format.duration(nowMs - since.atMs) };
  return (
    <span className="tabular-nums" title={format.moment(since.atMs)}>
      {t(`holder.sinceIs.${bound}`, values)}
    </span>
  );
}
