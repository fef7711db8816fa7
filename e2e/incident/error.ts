/**
 * By how much the history may differ from what really happened, ms. Every comparison of the incident uses these and nothing
 * looser. What the actors themselves cannot tell more exactly is in their own accounts (`Moment`), as is the time in which
 * console and Redis did not run (`lag.ts`): both count on top. Percentiles may be off by `HISTOGRAM_ERROR` besides.
 */
export const ERROR = {
  /** Beginnings and ends that a notification tells: it is read within this time, and two readings of a lease differ by 50. */
  eventMs: 150,
  /** Those who wait on a release channel are counted once a second; `eventMs` comes on top. */
  countMs: 1_000,
  /** A server that goes was heard last at most a second before: it is asked every second; `eventMs` comes on top. */
  heardMs: 1_000,
  /** A server that comes back is tried again at least so often; `eventMs` comes on top. */
  reconnectMs: 2_000,
} as const;
