import type { Redis } from 'ioredis';
import type { ByteString } from '../../domain/keys/bytes';
import { toWire } from '../../redis/run-script';
import type { Entry } from '../index/entry-types';
import { ask } from '../keys/answer';
import type { Budget } from '../keys/budget';
import type { Sleeper } from '../keys/sleeper';

/** So many of the locks that were not read for the longest time are asked for. */
const ASKED = 4;
/** A lease that ends within this time may have ended on the server's clock, ms. */
const NEARLY_OVER_MS = 1_000;
/** A change that was reported is read well within this time, ms. */
const READ_WITHIN_MS = 100;

/** Notices that keys went without a message: SWAPDB sends none, FLUSHDB and FLUSHALL no keyspace notification. */
export type LossWatch = {
  /**
   * Asks once whether known locks are still there, those that were read longest ago: what is wrong after a flush was not
   * read since. Returns Redis' words when it may not ask, else null. Rejects when a connection fails.
   */
  look(): Promise<string | null>;
};

export type LossOptions = {
  commands: Redis;
  subscriber: Redis;
  budget: Pick<Budget, 'take'>;
  sleeper: Pick<Sleeper, 'pause'>;
  now: () => number;
  entries(): Iterable<Entry>;
  /** Whether every change of the key is told. */
  covers(key: ByteString): boolean;
  /** Keys are gone of which nothing was told; resolves when all locks were read again. */
  onLost(): Promise<void>;
};

type Asked = { key: ByteString; readMs: number };

export function createLossWatch(options: LossOptions): LossWatch {
  const { commands, subscriber, budget, now } = options;

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
        asked.map(({ key }) => ask(commands.exists(toWire(key) as string | Buffer))),
      );
      const denied = answers.find(({ refused }) => refused?.startsWith('NOPERM'))?.refused;
      const gone = asked.filter((_, i) => answers[i]?.value === 0);
      if (gone.length === 0) return denied ?? null;
      // Behind this answer there is nothing left that was told before.
      await subscriber.ping();
      await options.sleeper.pause(READ_WITHIN_MS);
      if (stillUnread(gone)) await options.onLost();
      return null;
    },
  };
}
