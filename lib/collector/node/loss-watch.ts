import type { ByteString } from '../../domain/keys/bytes';
import { toWire } from '../../redis/run-script';
import type { Entry } from '../index/entry-types';
import { ask } from '../keys/answer';
import type { NodeLink } from './node-link';

/** How many of the locks that were read longest ago are checked. */
const ASKED = 4;
/** A lease that ends within this time may have ended on the server's clock, ms. */
const NEARLY_OVER_MS = 1_000;
/** A reported change is read well within this time, ms. */
const READ_WITHIN_MS = 100;

/** Detects keys that disappeared without a message: SWAPDB sends none, FLUSHDB and FLUSHALL no keyspace notification. */
export type LossWatch = {
  /**
   * Asks once whether the known locks that were read longest ago still exist: locks lost in a flush were not read since.
   * Returns Redis' error when EXISTS is denied, else null. Rejects when a connection fails.
   */
  look(): Promise<string | null>;
};

export type LossOptions = {
  link: Pick<NodeLink, 'redis' | 'subscriber' | 'budget' | 'now'>;
  entries(): Iterable<Entry>;
  /** Whether every change of the key is reported. */
  covers(key: ByteString): boolean;
  /** Keys are gone without a report; resolves when all locks were read again. */
  onLost(): Promise<void>;
};

type Asked = { key: ByteString; readMs: number };

export function createLossWatch(options: LossOptions): LossWatch {
  const { redis, subscriber, budget, now } = options.link;

  function longestUnread(): Asked[] {
    const oldest: Asked[] = [];
    const at = now();
    for (const { key, lastReadMs: readMs, changedAtMs, facts } of options.entries()) {
      const { absent, deadlineMs } = facts.reading;
      if (absent || (deadlineMs !== 'none' && deadlineMs - at < NEARLY_OVER_MS)) continue;
      if (oldest.length === ASKED && readMs >= (oldest.at(-1)?.readMs ?? 0)) continue;
      if (changedAtMs !== null || !options.covers(key)) continue;
      oldest.push({ key, readMs });
      oldest.sort((a, b) => a.readMs - b.readMs);
      oldest.length = Math.min(oldest.length, ASKED);
    }
    return oldest;
  }

  function stillUnread(gone: readonly Asked[]): boolean {
    const unread = new Map(gone.map(({ key, readMs }) => [key, readMs]));
    for (const { key, lastReadMs, changedAtMs } of options.entries())
      if (unread.get(key) === lastReadMs && changedAtMs === null) return true;
    return false;
  }

  return {
    async look() {
      const asked = longestUnread();
      if (asked.length === 0) return null;
      await budget.take(asked.length, true);
      const answers = await Promise.all(
        asked.map(({ key }) => ask(redis.exists(toWire(key) as string | Buffer))),
      );
      const denied = answers.find(({ refused }) => refused?.startsWith('NOPERM'))?.refused;
      const gone = asked.filter((_, i) => answers[i]?.value === 0);
      if (gone.length === 0) return denied ?? null;
      // Messages arrive in order: after this PONG no earlier report is outstanding.
      await subscriber.ping();
      await budget.pause(READ_WITHIN_MS);
      if (stillUnread(gone)) await options.onLost();
      return null;
    },
  };
}
