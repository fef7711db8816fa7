'use client';

import { type ReactNode, useCallback, useState } from 'react';
import { MoreSentinel } from './more-sentinel';

/** So many are drawn at first, and again each time the end comes near. */
const STEP = 200;

/** The rows that are drawn, and what to put after them: it draws more when it comes near. */
export function useDrawn<Row>(rows: readonly Row[]): { shown: Row[]; sentinel: ReactNode } {
  const [drawn, setDrawn] = useState(STEP);
  const more = useCallback(() => setDrawn((now) => now + STEP), []);
  return {
    shown: rows.slice(0, drawn),
    sentinel: <MoreSentinel key={drawn} onNear={drawn < rows.length ? more : null} />,
  };
}
