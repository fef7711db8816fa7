import type { Redis } from 'ioredis';
import type { MissingRight } from '../../contract/nodes';
import type { Target } from '../../domain/nodes/target';
import { missingActions, missingReads, USES } from '../../redis/rights';
import type { Budget } from '../keys/budget';

/** How the part that receives events reports a refusal. */
const EVENT_NOTES = [
  { pattern: /^release messages are not seen/, command: 'PSUBSCRIBE' },
  { pattern: /client\|tracking/i, command: 'CLIENT TRACKING' },
];

const ANSWER_MS = 2_000;
/** Delay before the next try on a server that takes no writes, ms. */
const AGAIN_MS = 10_000;

type RightsTest = {
  /** Tries the commands once after each connect. Rejects when the connection fails. */
  poll(): Promise<void>;
  /** The server is back, or is another one now: the next poll tries the commands. */
  again(): void;
  /** null = not tried yet. `notes` = what missing permissions cost events. */
  missing(notes: readonly string[]): MissingRight[] | null;
};

export function createRightsTest(options: {
  redis: Redis;
  budget: Budget;
  target: Pick<Target, 'readOnly'>;
}): RightsTest {
  const { redis, budget, target } = options;
  let missing: MissingRight[] | null = null;
  let isDue = true;
  let notBefore = 0;
  return {
    async poll() {
      if (!isDue || performance.now() < notBefore) return;
      await budget.take(USES.length, true);
      isDue = false;
      try {
        const reads = await missingReads(redis);
        const acts = target.readOnly ? [] : await onOwnConnection(redis, missingActions);
        // The server takes no writes now, or no more connections.
        if (acts === null) {
          isDue = true;
          notBefore = performance.now() + AGAIN_MS;
        }
        missing = [...reads, ...(acts ?? [])];
      } catch (error) {
        isDue = true;
        throw error;
      }
    },
    again() {
      isDue = true;
      notBefore = 0;
      missing = null;
    },
    missing(notes) {
      if (!missing) return null;
      const events = EVENT_NOTES.filter(({ pattern }) =>
        notes.some((note) => /NOPERM/.test(note) && pattern.test(note)),
      );
      return [...missing, ...events.map(({ command }) => ({ command, costs: 'events' as const }))];
    },
  };
}

/** null = no answer in time, or no connection. */
async function onOwnConnection<T>(redis: Redis, work: (own: Redis) => Promise<T>): Promise<T | null> {
  const options = { lazyConnect: true, commandTimeout: ANSWER_MS, connectTimeout: ANSWER_MS };
  const own = redis.duplicate({ ...options, retryStrategy: () => null });
  own.on('error', () => {}); // the call below rejects
  try {
    await own.connect();
    return await work(own);
  } catch {
    return null;
  } finally {
    own.disconnect();
  }
}
