import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { LockState } from '@/lib/contract/codes';
import { SparkSteps } from '../charts/spark-steps';

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
  const now = values.at(-1) ?? null;
  const label = t('worst.sparkline', {
    low: format.count(Math.min(...known)),
    high: format.count(Math.max(...known)),
    now: now === null ? '?' : format.count(now),
  });
  return (
    <SparkSteps
      values={values}
      width={WIDTH}
      height={HEIGHT}
      label={label}
      className={TONES[state] ?? 'fill-held-mark stroke-held-mark'}
    />
  );
}
