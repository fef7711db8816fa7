/** Largest and smallest COUNT of a SCAN. A page of a thousand names takes a local server about half a millisecond. */
export const LARGEST_PAGE = 1_000;
export const SMALLEST_PAGE = 50;
/** A slower page is too large for this server or its present load, ms. */
const LATE_MS = 10;

/** The COUNT of the next page: smaller when pages are late, larger again when they are not. */
type PageSize = {
  count(): number;
  /** Reports how long a page took. */
  took(ms: number): void;
};

export function createPageSize(): PageSize {
  let count = LARGEST_PAGE;
  return {
    count: () => Math.round(count),
    took(ms) {
      count = ms > LATE_MS ? Math.max(SMALLEST_PAGE, count / 2) : Math.min(LARGEST_PAGE, count * 1.1);
    },
  };
}
