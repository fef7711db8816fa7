import type { ReactNode } from 'react';
import { cx } from '@/components/ui/cx';
import { useNarrow } from './use-narrow';

/** What looks otherwise in a narrow window. The server draws it both ways, of which the style sheet shows one. */
export function ByWidth({ children }: { children(narrow: boolean): ReactNode }) {
  const narrow = useNarrow();
  const isUnknown = narrow === null;
  return (
    <>
      {narrow === true ? null : (
        <div className={cx('contents', isUnknown && 'max-sm:hidden')}>{children(false)}</div>
      )}
      {narrow === false ? null : (
        <div className={cx('contents', isUnknown && 'sm:hidden')}>{children(true)}</div>
      )}
    </>
  );
}
