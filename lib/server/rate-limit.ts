import { LockError } from '../domain/errors';

const WINDOW_MS = 60_000;
const CALLERS = 10_000;

export type RateLimit = {
  /** Counts one call. Throws `rate-limited` when the caller, or everybody together, has made too many in a minute. */
  take(caller: string): void;
};

/** At most `perCaller` calls a minute each and `inAll` together, counted in a sliding window in this process. */
export function createRateLimit(perCaller: number, inAll: number, now: () => number = Date.now): RateLimit {
  const calls = new Map<string, number[]>();
  let all: number[] = [];

  function recent(times: readonly number[]): number[] {
    return times.filter((at) => at > now() - WINDOW_MS);
  }

  return {
    take(caller) {
      all = recent(all);
      const own = recent(calls.get(caller) ?? []);
      const full = own.length >= perCaller ? own : all.length >= inAll ? all : null;
      if (full) {
        const waitMs = (full[0] ?? now()) + WINDOW_MS - now();
        const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
        throw new LockError(
          'rate-limited',
          `Too many changes in a minute; try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        );
      }
      const at = now();
      all.push(at);
      own.push(at);
      calls.delete(caller);
      calls.set(caller, own);
      if (calls.size > CALLERS) calls.delete(calls.keys().next().value ?? '');
    },
  };
}
