'use client';

import { useState } from 'react';

export type Closed = {
  has(path: string): boolean;
  toggle(path: string): void;
  /** Closes these, and opens everything else. */
  set(paths: readonly string[]): void;
};

const NONE: ReadonlySet<string> = new Set();

/** Which parts of the tree are closed; none at first. */
export function useClosed(): Closed {
  const [closed, setClosed] = useState(NONE);
  return {
    has: (path) => closed.has(path),
    toggle: (path) =>
      setClosed((now) => {
        const next = new Set(now);
        if (!next.delete(path)) next.add(path);
        return next;
      }),
    set: (paths) => setClosed(new Set(paths)),
  };
}
