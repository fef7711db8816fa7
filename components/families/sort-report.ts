import type { FamilyReportRow } from '@/lib/contract/history/family-report';
import { numberOrNull } from '@/lib/domain/values/counted';
import { leaseRatioOf } from './lease-ratio';

export const REPORT_SORTS = [
  'family',
  'debt',
  'wait',
  'hold',
  'rate',
  'expired',
  'waiting',
  'covered',
] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

/** Names begin with the first letter, figures with the largest. */
export const isDescFirst = (sort: ReportSort) => sort !== 'family';

/** What a family is named by in the address and among the rows. */
export const rowIdOf = ({ target, family }: Pick<FamilyReportRow, 'target' | 'family'>) =>
  `${target} ${family}`;

const FIGURE: Record<Exclude<ReportSort, 'family'>, (row: FamilyReportRow) => number | null> = {
  debt: ({ waiterSeconds }) => waiterSeconds,
  wait: ({ wait, longestWaitMs }) => wait?.p95 ?? longestWaitMs,
  hold: (row) => {
    const found = leaseRatioOf(row);
    return found.is === 'ratio' ? found.ratio : null;
  },
  rate: ({ perSecond }) => perSecond,
  expired: ({ expired }) => expired,
  waiting: ({ waiting }) => numberOrNull(waiting),
  covered: ({ covered }) => covered,
};

/** The rows in this order. A figure that is not known is last in either direction: it is no 0. Of equal figures the order stays. */
export function sortReport(
  rows: readonly FamilyReportRow[],
  sort: ReportSort,
  desc: boolean,
): FamilyReportRow[] {
  const sign = desc ? -1 : 1;
  if (sort === 'family')
    return [...rows].sort((a, b) => sign * (a.family < b.family ? -1 : a.family > b.family ? 1 : 0));
  const figure = FIGURE[sort];
  return [...rows].sort((a, b) => {
    const [left, right] = [figure(a), figure(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}

/** The most debt first, unknown last. */
export function byDebt(a: FamilyReportRow, b: FamilyReportRow): number {
  return (b.waiterSeconds ?? -1) - (a.waiterSeconds ?? -1);
}
