'use client';

import { ChevronDown, ChevronRight } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import { KeyText } from '@/components/lock-parts/key-text';
import { Tag } from '@/components/ui/badge';
import type { Family } from '@/lib/contract/groups';

type Props = { family: Family; isOpen: boolean; onToggle(): void };

/** The shape of the names, which opens and closes the family, and how many there are. */
export function FamilyName({ family: { name, count }, isOpen, onToggle }: Props) {
  const t = useT('locks');
  const format = useFormat();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <button
        type="button"
        data-family
        aria-expanded={isOpen}
        aria-label={t('family.name', { name, count, n: format.count(count) })}
        onClick={onToggle}
        className="flex min-h-6 min-w-0 scroll-mt-12 scroll-mb-4 items-center gap-1.5 rounded-sm hover:underline"
      >
        <Chevron size={14} aria-hidden className="shrink-0 text-3 rtl:-scale-x-100" />
        <KeyText display={{ text: name, exact: true, byteLength: name.length }} />
      </button>
      <Tag className="num">{t('family.count', { count, n: format.count(count) })}</Tag>
    </span>
  );
}
