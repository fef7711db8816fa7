'use client';

import { useT } from '@/components/i18n/use-t';
import { Segmented } from '@/components/ui/segmented';
import type { Last } from '../charts/range';
import type { UseRangeView } from './use-range-view';

type Props = { range: Pick<UseRangeView, 'last' | 'set'>; lasts: readonly Last[] };

/** Lengths up to now; none is chosen while another stretch is in sight. */
export function RangeSwitch({ range: { last, set }, lasts }: Props) {
  const t = useT('timeline');
  return (
    <Segmented<Last | ''>
      label={t('range.label')}
      value={last ?? ''}
      onChange={(next) => next && set({ last: next })}
      options={lasts.map((value) => ({ value, label: t(`range.${value}`) }))}
    />
  );
}
