'use client';

import dynamic from 'next/dynamic';
import { type ReactNode, useState } from 'react';
import type { Lock } from '@/lib/contract/lock';
import type { XrayResult } from '@/lib/contract/xray';

const XrayDialog = dynamic(() => import('./xray-dialog').then((module) => module.XrayDialog), {
  ssr: false,
});

export type Xray = {
  /** The last one of this page; null = there was none. */
  last: XrayResult | null;
  /** Asks for a new one, or shows the last. */
  open(lock: Lock, show: 'new' | 'last'): void;
  dialog: ReactNode;
};

/** The dialog of an X-ray. It belongs where it outlives the lock's panels: who tries it may have it free every other moment. */
export function useXrayDialog(): Xray {
  const [last, setLast] = useState<XrayResult | null>(null);
  const [shown, setShown] = useState<{ lock: Lock; result: XrayResult | null } | null>(null);
  return {
    last,
    open: (lock, show) => setShown({ lock, result: show === 'last' ? last : null }),
    dialog: shown ? (
      <XrayDialog lock={shown.lock} shown={shown.result} onResult={setLast} onClosed={() => setShown(null)} />
    ) : null,
  };
}
