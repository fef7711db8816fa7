import type { RangeChoice } from '@/components/charts/range';
import { isMoving } from '@/components/charts/range';
import { queryString } from '@/lib/contract/request';

/** A range as it stands in an address. */
function rangeParams(choice: RangeChoice): Record<string, string | number> {
  return isMoving(choice) ? { last: choice.last } : { from: choice.fromMs, to: choice.toMs };
}

/** Address of a page about a family, or about a target, in a range. */
export function pathIn(
  page: '/insights' | '/timeline' | '/history' | '/families',
  of: { target: string | null; family: string | null },
  choice: RangeChoice,
): string {
  return `${page}${queryString({ ...of, ...rangeParams(choice) })}`;
}
