import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { LockState } from '@/lib/contract/codes';
import { linearAxis } from '../charts/axes';
import { yOf } from '../charts/geometry';
import { areaPath, runsOf, stepPath } from '../charts/runs';

const WIDTH = 68;
const HEIGHT = 20;

const TONES: Partial<Record<LockState, string>> = {
  'at-risk': 'stroke-risk-mark fill-risk-mark',
  lost: 'stroke-lost-mark fill-lost-mark',
  contended: 'stroke-contended-mark fill-contended-mark',
};

/** Waiters over 15 minutes, from zero; a gap stays empty. */
export function Sparkline({ values, state }: { values: readonly (number | null)[]; state: LockState }) {
  const t = useT('overview');
  const format = useFormat();
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <span className="sr-only">{t('worst.sparklineUnknown')}</span>;
  const band = { top: 2, bottom: HEIGHT - 1, axis: linearAxis(Math.max(...known)) };
  const width = WIDTH / values.length;
  const now = values.at(-1) ?? null;
  const label = t('worst.sparkline', {
    low: format.count(Math.min(...known)),
    high: format.count(Math.max(...known)),
    now: now === null ? '?' : format.count(now),
  });
  return (
    <svg
      role="img"
      aria-label={label}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className={cx('block', TONES[state] ?? 'fill-held-mark stroke-held-mark')}
    >
      {runsOf(values).map((run) => {
        const points = run.values.map((value, i) => ({
          x: (run.start + i) * width,
          y: yOf(value, band),
        }));
        return (
          <g key={run.start}>
            <path d={areaPath(points, width, HEIGHT)} stroke="none" fillOpacity={0.18} />
            <path d={stepPath(points, width)} fill="none" strokeWidth={1.25} />
          </g>
        );
      })}
    </svg>
  );
}
