import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { Since } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { UnknownRing } from './waiters-cell';

/** How long the present holder, or the one of several that came first, has had it; `≥` where it was held before we looked, `≤` where it may have waited first. */
export function AgeText({ lock, nowMs }: { lock: Pick<Lock, 'holders'>; nowMs: number }) {
  const t = useT('parts');
  const format = useFormat();
  const since = lock.holders
    .flatMap((holder) => holder.since ?? [])
    .reduce<Since | null>((first, next) => (first && first.atMs <= next.atMs ? first : next), null);
  if (lock.holders.length === 0) return <span className="text-3">{t('age.none')}</span>;
  if (!since) return <UnknownRing label={t('age.unknown')} />;
  const age = format.duration((nowMs || since.known.atMs) - since.atMs);
  const text = since.atLeast ? t('age.atLeast', { age }) : since.atMost ? t('age.atMost', { age }) : age;
  return (
    <span title={format.moment(since.atMs)} className="num">
      {text}
    </span>
  );
}
