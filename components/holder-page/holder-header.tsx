'use client';

import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTarget, withTarget } from '@/components/app/use-target';
import { useT } from '@/components/i18n/use-t';
import { holderNameOf } from '@/components/lock-parts/holder-name';
import { Tag } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { cx } from '@/components/ui/cx';
import { Link } from '@/components/ui/link';
import type { Holder } from '@/lib/contract/holder';
import { REF_ICONS, readRef } from '../lock-parts/holder-ref';

type Props = {
  refText: string;
  holder: Holder | null;
  /** It was asked for: its name will not change any more. */
  isKnown: boolean;
  /** At the right edge: what can be done with all of it. */
  children?: ReactNode;
};

/** Where we are and whose locks these are: by its name, or by what it is called in its tokens. */
export function HolderHeader({ refText, holder, isKnown, children }: Props) {
  const t = useT('holders');
  const lock = useT('lock');
  const [target] = useTarget();
  const named = holder ? holderNameOf(holder) : null;
  const read = readRef(refText);
  const name = named?.code === 'named' ? named.name : (read?.name ?? refText);
  const Icon = read ? REF_ICONS[read.by] : null;
  return (
    <header className="border-line border-b bg-surface px-4 pt-2 pb-3">
      <nav aria-label={lock('header.path')} className="text-sm">
        <Link
          href={withTarget('/holders', target)}
          className="inline-flex min-h-6 items-center gap-1 font-medium text-info hover:underline"
        >
          <ChevronLeft size={14} aria-hidden />
          {t('index.title')}
        </Link>
      </nav>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1.5 pt-1">
        <span className="flex min-w-0 max-w-full items-start gap-1">
          <h1 className="scroll-thin max-h-24 min-w-0 overflow-y-auto font-semibold text-[17px] leading-6">
            <span className="sr-only">{t('title')} </span>
            <bdi
              dir="ltr"
              className={
                named?.code === 'named' ? 'wrap-anywhere' : 'mono break-all text-[15px] sm:text-[17px]'
              }
            >
              {name}
            </bdi>
          </h1>
          <span className={isKnown ? undefined : 'invisible'}>
            <CopyButton text={name} label={t('copyName')} />
          </span>
        </span>
        {read && Icon ? (
          <span className={cx('max-sm:basis-full', !isKnown && 'invisible')}>
            <Tag icon={<Icon size={14} aria-hidden />}>{t(`by.${read.by}`)}</Tag>
          </span>
        ) : null}
        <span className="ms-auto flex items-center gap-3 max-sm:basis-full">{children}</span>
      </div>
    </header>
  );
}
