'use client';

import { ArrowDownWideNarrow } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Select } from '@/components/ui/select';
import type { LockSort } from '@/lib/domain/api';
import { descByDefault, LOCK_SORTS } from '@/lib/domain/lock-sort';

type Value = `${LockSort}:${'desc' | 'asc'}`;

const optionOf = (sort: LockSort, desc: boolean): Value => `${sort}:${desc ? 'desc' : 'asc'}`;

/** The order of the table by name; the usual direction of each, and the present one. */
export function SortSelect({
  sort,
  desc,
  onChange,
}: {
  sort: LockSort;
  desc: boolean;
  onChange(sort: LockSort, desc: boolean): void;
}) {
  const t = useT('locks');
  const present = optionOf(sort, desc);
  const usual = LOCK_SORTS.map((name) => optionOf(name, descByDefault(name)));
  const values = usual.includes(present) ? usual : [...usual, present];
  return (
    <Select
      label={t('sort.label')}
      value={present}
      onChange={(value) => {
        const [name, direction] = value.split(':') as [LockSort, 'desc' | 'asc'];
        onChange(name, direction === 'desc');
      }}
      options={values.map((value) => {
        const [name, direction] = value.split(':') as [LockSort, 'desc' | 'asc'];
        return { value, label: t(`sort.${direction}.${name}`) };
      })}
      icon={<ArrowDownWideNarrow size={16} aria-hidden className="text-2" />}
      className="max-sm:max-w-28 max-sm:overflow-hidden"
    />
  );
}
