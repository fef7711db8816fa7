'use client';

import { useT } from '@/components/i18n/use-t';
import { CopyButton } from '@/components/ui/copy-button';
import { ScrollRegion } from '@/components/ui/scroll-region';

/** A block of code, which scrolls by itself and can be copied. `nth` counts those of the page from 1. */
export function DocCode({ text, nth }: { text: string; nth: number }) {
  const t = useT('docs');
  return (
    <div className="relative my-3 rounded-md border border-line bg-sunken">
      <ScrollRegion label={t('code', { nth })} className="overflow-x-auto py-2 ps-3 pe-10">
        <pre className="mono w-max">{text}</pre>
      </ScrollRegion>
      <CopyButton text={text} label={t('copyCode', { nth })} className="absolute end-1.5 top-1.5 bg-sunken" />
    </div>
  );
}
