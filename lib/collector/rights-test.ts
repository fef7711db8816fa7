import type { Redis } from 'ioredis';
import type { MissingRight } from '../domain/missing-right';
import type { Target } from '../domain/target';
import { missingRights, USES } from '../redis/rights';
import type { Budget } from './budget';

/** How the part that receives events reports a refusal. */
const EVENT_NOTES = [
  { pattern: /^release messages are not seen/, command: 'PSUBSCRIBE' },
  { pattern: /client\|tracking/i, command: 'CLIENT TRACKING' },
];

export type RightsTest = {
  /** Tries the commands once after each connect. Rejects when the connection fails. */
  poll(): Promise<void>;
  /** The server is back, or another one now: they are tried at the next poll. */
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
  return {
    async poll() {
      if (!isDue) return;
      await budget.take(USES.length, true);
      isDue = false;
      try {
        missing = await missingRights(redis, !target.readOnly);
      } catch (error) {
        isDue = true;
        throw error;
      }
    },
    again() {
      isDue = true;
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
