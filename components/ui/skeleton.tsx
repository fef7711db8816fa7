'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { cx } from './cx';

/** A grey bar where something will stand. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block rounded-sm bg-sunken', className)} />;
}

/** Shows its children after 150 ms, so that what loads faster never flickers; their room is kept before. `label` says what loads. */
export function LoadingState({ label, children }: { label: string; children: ReactNode }) {
  const late = useLate(150);
  return (
    <div role="status" aria-busy="true" className={cx('contents', !late && 'invisible')}>
      {late ? <span className="sr-only">{label}</span> : null}
      {children}
    </div>
  );
}

/** False, then true after `ms`. */
function useLate(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
