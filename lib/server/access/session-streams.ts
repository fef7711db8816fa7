import { ConsoleError } from '../../domain/values/errors';

/** Open at once of one session: some dozens of tabs. Those of an address, which several people may share, are bounded by the front. */
export const MOST_OF_SESSION = 32;
/** How often it is looked for sessions that ended elsewhere. */
const LOOK_MS = 2_000;

/**
 * The live streams of sessions, which end with them: here at once, and within two seconds where `isGoing` says that a session
 * ended in another console or by time.
 */
export function createSessionStreams(
  isGoing: (session: string) => Promise<boolean>,
  ended: (session: string) => void,
) {
  const streams = new Map<string, Set<AbortController>>();
  let timer: ReturnType<typeof setInterval> | null = null;

  async function check(): Promise<void> {
    for (const session of [...streams.keys()]) {
      const goes = await isGoing(session).catch(() => true); // a database that is away ends nothing
      if (!goes) ended(session);
    }
  }

  function stopLooking(): void {
    if (timer) clearInterval(timer);
    timer = null;
  }

  return {
    end(session: string): void {
      for (const stream of streams.get(session) ?? []) stream.abort();
      streams.delete(session);
      if (streams.size === 0) stopLooking();
    },

    /** Aborts with `signal`, or when the session ends. Throws `rate-limited` while `MOST_OF_SESSION` of it are open. */
    untilEnd(session: string, signal: AbortSignal): AbortSignal {
      // Who left while it was found out who asks would never be taken off again.
      if (signal.aborted) return signal;
      const controller = new AbortController();
      const own = streams.get(session) ?? new Set();
      if (own.size >= MOST_OF_SESSION)
        throw new ConsoleError(
          'rate-limited',
          `${own.size} streams of this session are open: no more can be opened now.`,
          { retryAfterSeconds: 5 },
        );
      streams.set(session, own.add(controller));
      timer ??= setInterval(() => void check(), LOOK_MS).unref();
      const leave = () => {
        own.delete(controller);
        if (own.size === 0) streams.delete(session);
        if (streams.size === 0) stopLooking();
      };
      signal.addEventListener('abort', leave, { once: true });
      return AbortSignal.any([signal, controller.signal]);
    },

    close: stopLooking,
  };
}
