import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { LockDetail } from '@/lib/contract/locks';

type Places = NonNullable<LockDetail['queue']>;

const SHOWN = 8;

/** Who waits in a queue, the next first, and until when each keeps its place unless it is heard of. */
export function QueueList({ places, nowMs }: { places: Places; nowMs: number }) {
  const t = useT('lock');
  if (places.length === 0) return null;
  return (
    <li>
      <ol aria-label={t('waiters.queue')} className="flex flex-col gap-1">
        {places.slice(0, SHOWN).map((place, at) => (
          <Place key={place.token.text} place={place} at={at} nowMs={nowMs} />
        ))}
      </ol>
      {places.length > SHOWN ? (
        <p className="pt-1 ps-6 text-3 text-sm">{t('waiters.more', { count: places.length - SHOWN })}</p>
      ) : null}
    </li>
  );
}

function Place({ place, at, nowMs }: { place: Places[number]; at: number; nowMs: number }) {
  const { token, ghost } = place;
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <span className="num w-4 shrink-0 text-end text-3">{at + 1}</span>
      <bdi dir="ltr" className={`mono min-w-0 flex-1 break-all ${ghost ? 'text-3' : 'text-1'}`}>
        {token.text}
      </bdi>
      <span className="num w-full ps-6 text-3 text-sm">
        <HowLong place={place} nowMs={nowMs} />
      </span>
    </li>
  );
}

function HowLong({ place: { deadlineMs }, nowMs }: { place: Places[number]; nowMs: number }) {
  const t = useT('lock');
  const format = useFormat();
  if (deadlineMs === null) return t('waiters.forGood');
  return deadlineMs <= nowMs
    ? t('waiters.ghostPlace', { ago: format.duration(nowMs - deadlineMs) })
    : t('waiters.place', { left: format.duration(deadlineMs - nowMs) });
}
