import { ConsoleError } from '../../domain/values/errors';

const WINDOW_MS = 60_000;
const CALLERS = 10_000;

export type RateLimit = {
  /**
   * Counts one call and returns what takes it back, for a call that came to nothing. Throws `rate-limited` when this caller
   * has made too many in a minute; nobody else is held up by them.
   */
  take(caller: string): () => void;
};

/** At most `perCaller` calls a minute each, counted in a sliding window in this process. */
export function createRateLimit(perCaller: number, now: () => number = Date.now): RateLimit {
  const calls = new Map<string, { atMs: number }[]>();

  return {
    take(caller) {
      const own = (calls.get(caller) ?? []).filter(({ atMs }) => atMs > now() - WINDOW_MS);
      const [first] = own;
      if (first && own.length >= perCaller) {
        const retryAfterSeconds = Math.max(1, Math.ceil((first.atMs + WINDOW_MS - now()) / 1_000));
        throw new ConsoleError(
          'rate-limited',
          `Too many requests of this kind in a minute; try again in ${retryAfterSeconds} s.`,
          { retryAfterSeconds },
        );
      }
      const call = { atMs: now() };
      calls.delete(caller);
      calls.set(caller, [...own, call]);
      if (calls.size > CALLERS) calls.delete(calls.keys().next().value ?? '');
      return () => {
        const left = calls.get(caller)?.filter((each) => each !== call);
        if (left) calls.set(caller, left);
      };
    },
  };
}
