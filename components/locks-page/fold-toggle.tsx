'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useFormat } from '@/components/i18n/use-format';
import { useT } from '@/components/i18n/use-t';
import type { Lock } from '@/lib/contract/lock';
import type { Fold } from '../list-parts/fold-multi-locks';

type Props = { lock: Lock; fold: Fold | undefined; onToggle(): void };

/** Opens and closes the other keys of this lock's token; nothing beside a lock that stands for itself alone. */
export function FoldToggle({ lock, fold, onToggle }: Props) {
  const t = useT('locks');
  const format = useFormat();
  if (fold?.is !== 'lead') return null;
  const count = fold.others.length;
  const figures = { count, n: format.count(count), all: format.count(count + 1), key: lock.key.text };
  const Chevron = fold.isOpen ? ChevronUp : ChevronDown;
  return (
    <button
      type="button"
      aria-expanded={fold.isOpen}
      aria-label={t('fold.name', figures)}
      title={t('fold.title', figures)}
      onClick={onToggle}
      className="inline-flex h-6 shrink-0 scroll-mt-12 scroll-mb-4 items-center rounded-sm hover:[&_svg]:text-1"
    >
      <span className="num flex h-5 items-center gap-0.5 rounded-sm bg-sunken px-1 text-2 text-sm">
        <span className="whitespace-pre">
          {t.rich('fold.more', {
            ...figures,
            // Where the columns stand closest the key needs the room more.
            w: (chunks) => <span className="sm:max-2xl:hidden">{chunks}</span>,
          })}
        </span>
        <Chevron size={12} aria-hidden className="text-3" />
      </span>
    </button>
  );
}
