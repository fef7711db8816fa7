import type { Principal } from '../../domain/access/principal';
import { ConsoleError } from '../../domain/values/errors';

/** Open at once of one session: some dozens of tabs. Those of an address, which several people may share, are bounded by the front. */
export const MOST_OF_SESSION = 32;
/** How often it is looked for sessions that ended elsewhere. */
const LOOK_MS = 2_000;

/** Whoever has the session now, read anew; null = it ended. */
type Look = () => Promise<Pick<Principal, 'grants'> | null>;
type Streams = { look: Look; open: Map<AbortController, string> };

/**
 * The live streams of sessions, which end with them and with the rights that they were opened with: here at once, and within
 * two seconds where looking shows that a session ended in another console or by time, or that its rights changed. A browser
 * opens an ended stream anew, with the rights that it has by then.
 */
export function createSessionStreams(ended: (session: string) => void) {
  const streams = new Map<string, Streams>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let looking = false;

  async function check(): Promise<void> {
    if (looking) return; // a provider that answers slowly is asked once
    looking = true;
    for (const [session, { look, open }] of [...streams]) {
      const found = await look().catch(() => undefined); // a database that is away ends nothing
      if (found === null) ended(session);
      else if (found) endOthers(open, rightsOf(found));
    }
    looking = false;
  }

  function stopLooking(): void {
    if (timer) clearInterval(timer);
    timer = null;
  }

  return {
    end(session: string): void {
      for (const stream of streams.get(session)?.open.keys() ?? []) stream.abort();
      streams.delete(session);
      if (streams.size === 0) stopLooking();
    },

    /**
     * Aborts with `signal`, when the session ends, or when `by` has other rights by then. Throws `rate-limited` while
     * `MOST_OF_SESSION` of it are open.
     */
    untilEnd(
      by: Pick<Principal, 'grants'> & { session: string },
      look: Look,
      signal: AbortSignal,
    ): AbortSignal {
      // Who left while it was found out who asks would never be taken off again.
      if (signal.aborted) return signal;
      const { session } = by;
      const controller = new AbortController();
      const own = streams.get(session) ?? { look, open: new Map() };
      if (own.open.size >= MOST_OF_SESSION)
        throw new ConsoleError(
          'rate-limited',
          `${own.open.size} streams of this session are open: no more can be opened now.`,
          { retryAfterSeconds: 5 },
        );
      own.open.set(controller, rightsOf(by));
      streams.set(session, own);
      timer ??= setInterval(() => void check(), LOOK_MS).unref();
      const leave = () => {
        own.open.delete(controller);
        if (own.open.size === 0 && streams.get(session) === own) streams.delete(session);
        if (streams.size === 0) stopLooking();
      };
      const both = AbortSignal.any([signal, controller.signal]);
      both.addEventListener('abort', leave, { once: true });
      return both;
    },

    close: stopLooking,
  };
}

function endOthers(open: Streams['open'], rights: string): void {
  for (const [stream, had] of [...open]) if (had !== rights) stream.abort();
}

/** Rights as text, which are compared. */
function rightsOf({ grants }: Pick<Principal, 'grants'>): string {
  return JSON.stringify(grants);
}
