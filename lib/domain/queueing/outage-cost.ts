/** `arrivalRate` = arrivals a ms, `busy` = share of the time it is held, `waiting` = mean number of waiters. */
export type OutageLoad = { arrivalRate: number; busy: number; waiting: number };

/**
 * Waiters × time, ms, that a lock costs which nobody can take for so long: who waits already, who comes meanwhile, and the
 * queue of these until it is worked off (fluid queue: it grows by λ and shrinks by μ − λ). null = it is never worked off. Pure.
 */
export function outageWaiterMs({ arrivalRate, busy, waiting }: OutageLoad, outageMs: number): number | null {
  if (busy >= 1) return null;
  return waiting * outageMs + (arrivalRate * outageMs ** 2) / (2 * (1 - busy));
}
