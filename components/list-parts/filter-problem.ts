'use client';

import { createContext, useContext } from 'react';
import type { FilterProblem } from '@/lib/domain/lists/lock-filter';

const FilterProblemContext = createContext<FilterProblem | null>(null);
export const FilterProblemProvider = FilterProblemContext.Provider;

/** What keeps the text in the filter from being one; null = nothing does. Figures of the filter before are not shown then. */
export function useFilterProblem(): FilterProblem | null {
  return useContext(FilterProblemContext);
}
