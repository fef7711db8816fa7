'use client';

import { parseAsBoolean, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { isDescFirst, REPORT_SORTS, type ReportSort } from './sort-report';

const PARSERS = { sort: parseAsStringLiteral(REPORT_SORTS).withDefault('debt'), desc: parseAsBoolean };

export type ReportOrder = { by: ReportSort; desc: boolean; onSort(next: string): void };

/** The order of the families, in the URL; by default the most debt first. */
export function useReportSort(): ReportOrder {
  const [{ sort, desc }, set] = useQueryStates(PARSERS);
  const isDesc = desc ?? isDescFirst(sort);
  return {
    by: sort,
    desc: isDesc,
    onSort: (next) => {
      const by = REPORT_SORTS.find((each) => each === next) ?? 'debt';
      const turned = by === sort ? !isDesc : isDescFirst(by);
      void set({ sort: by, desc: turned === isDescFirst(by) ? null : turned }, { history: 'push' });
    },
  };
}
