'use client';

import { useT } from '@/components/i18n/use-t';
import { Select } from '@/components/ui/select';
import { COMPARED_WITH, type ComparedWith, useComparedWith } from './use-compare';

/** With which earlier time the charts are compared. */
export function CompareControl() {
  const t = useT('history');
  const [by, setBy] = useComparedWith();
  const options = (['none', ...COMPARED_WITH] as const).map((value) => ({
    value,
    label: t(`compare.${value}`),
  }));
  return (
    <Select<ComparedWith | 'none'>
      small
      label={t('compare.label')}
      value={by ?? 'none'}
      onChange={(next) => setBy(next === 'none' ? null : next)}
      options={options}
    />
  );
}
