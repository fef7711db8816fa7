/** Largest and smallest COUNT of a SCAN. A page of a thousand names takes a local server about half a millisecond. */
export const LARGEST_PAGE = 1_000;
export const SMALLEST_PAGE = 50;
/** A page that took longer is too large for this server, or for what else it has to do, ms. */
const LATE_MS = 10;

/** How many names to ask for at once: less where pages come late, and more again where they do not. */
export type PageSize = {
  count(): number;
  /** A page came, so long after it was asked for. */
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
