import { CircleCheck, CircleDashed, CircleX, KeyRound } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { cx } from '@/components/ui/cx';
import type { TestVerdict } from './test-summary';

/** Green is for what a test has just verified; what the collector found by itself is no more than neutral. */
const LOOKS = {
  all: { icon: CircleCheck, tone: 'text-verified' },
  keys: { icon: KeyRound, tone: 'text-contended' },
  missing: { icon: CircleX, tone: 'text-lost' },
  unreached: { icon: CircleX, tone: 'text-lost' },
  unknown: { icon: CircleDashed, tone: 'text-3' },
} satisfies Record<TestVerdict['is'], { icon: typeof CircleX; tone: string }>;

/** What a test comes down to, as icon and words. */
export function VerdictText({ verdict, verified }: { verdict: TestVerdict; verified: boolean }) {
  const words = useVerdictWords();
  const { icon: Icon, tone } = LOOKS[verdict.is];
  return (
    <span className="whitespace-nowrap">
      <Icon
        size={14}
        aria-hidden
        className={cx(
          'me-1.5 inline-block shrink-0 align-[-2px]',
          verdict.is === 'all' && !verified ? 'text-3' : tone,
        )}
      />
      {words(verdict)}
    </span>
  );
}

export function useVerdictWords(): (verdict: TestVerdict) => string {
  const t = useT('settings');
  return (verdict) => {
    if (verdict.is === 'missing') return t('verdict.missing', { count: verdict.count });
    if (verdict.is === 'unreached')
      return t('verdict.unreached', { count: verdict.count, total: verdict.total });
    return t(`verdict.${verdict.is}`);
  };
}
