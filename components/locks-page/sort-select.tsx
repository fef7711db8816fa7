'use client';

import { ArrowDownWideNarrow } from 'lucide-react';
import { useT } from '@/components/i18n/use-t';
import { Select } from '@/components/ui/select';
import { descByDefault, LOCK_SORTS, type LockSort } from '@/lib/contract/codes';
import { ByWidth } from '../list-parts/by-width';

type Value = `${LockSort}:${'desc' | 'asc'}`;

const optionOf = (sort: LockSort, desc: boolean): Value => `${sort}:${desc ? 'desc' : 'asc'}`;

/** Orders by the names of their columns, for narrow screens. */
const SHORT = {
  harm: 'harm',
  verdict: 'verdict',
  key: 'key',
  waiters: 'waiters',
  age: 'age',
  ttl: 'lease',
} as const satisfies Record<LockSort, string>;

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
    <ByWidth>
      {(isNarrow) => (
        <Select
          label={t('sort.label')}
          value={present}
          onChange={(value) => {
            const [name, direction] = value.split(':') as [LockSort, 'desc' | 'asc'];
            onChange(name, direction === 'desc');
          }}
          options={values.map((value) => {
            const [name, direction] = value.split(':') as [LockSort, 'desc' | 'asc'];
            const short = `${t(`column.${SHORT[name]}`)} ${direction === 'desc' ? '↓' : '↑'}`;
            return { value, label: isNarrow ? short : t(`sort.${direction}.${name}`) };
          })}
          icon={<ArrowDownWideNarrow size={16} aria-hidden className="text-2" />}
        />
      )}
    </ByWidth>
  );
}
