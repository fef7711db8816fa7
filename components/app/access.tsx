'use client';

import { createContext, useContext } from 'react';

/** Whether everybody who reaches this console may look and nobody may change anything, because nobody signs in. */
export const ChangesOff = createContext(false);

/** Whether all changes are off on this console, whatever the lock or target. */
export function useChangesOff(): boolean {
  return useContext(ChangesOff);
}
