import { Crosshair, type LucideIcon, Plug, Radar, Sigma, Zap } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { KnownBy as By } from '@/lib/contract/codes';
import type { Known } from '@/lib/contract/leaves';

export const KNOWN_ICONS = {
  event: Zap,
  scan: Radar,
  read: Crosshair,
  client: Plug,
  inferred: Sigma,
} satisfies Record<By, LucideIcon>;

/** From this age on, a moment says more than an age. */
const CLOCK_FROM_MS = 60_000;

const HIDDEN = { true: 'sr-only', narrow: 'max-sm:sr-only', false: undefined } as const;

type Props = {
  /** Null = cannot be known. */
  known: Known | null;
  nowMs: number;
  /** `age` "3.2 s" (default), `ago` "3.2 s ago", `moment` the time of day once it is older than a minute. */
  form?: 'age' | 'ago' | 'moment';
  /** The word is read to those who cannot see the icon, and not shown; `narrow` = on narrow screens only. */
  short?: boolean | 'narrow';
  className?: string;
};

/** How a figure is known and since when: icon, word, age. */
export function KnownByText({ known, nowMs, form = 'age', short = false, className }: Props) {
  const t = useT('parts');
  const common = useT('common');
  const format = useFormat();
  const style = cx('num inline-flex items-center gap-1 text-3 text-xs', className);
  if (!known) {
    return (
      <span className={style}>
        <Sigma size={12} aria-hidden />
        <span className={HIDDEN[`${short}`]}>{t('known.never')}</span>
      </span>
    );
  }
  const Icon = KNOWN_ICONS[known.by];
  const ageMs = nowMs === 0 ? 0 : Math.max(0, nowMs - known.atMs);
  const age = format.age(ageMs);
  const isMoment = form === 'moment' && ageMs >= CLOCK_FROM_MS;
  const time = isMoment ? format.clock(known.atMs) : form === 'age' ? age : common('ago', { age });
  return (
    <span title={`${t(`known.title.${known.by}`)} ${format.moment(known.atMs)}`} className={style}>
      <Icon size={12} aria-hidden />
      <span className={HIDDEN[`${short}`]}>{t(`known.${known.by}`)}</span>
      {short === true ? null : (
        <span aria-hidden className={short ? 'max-sm:hidden' : undefined}>
          ·
        </span>
      )}
      <span>{time}</span>
    </span>
  );
}
