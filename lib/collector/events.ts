import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import type { EventSource } from '../domain/node-status';
import type { Target } from '../domain/target';
import { fromBuffer } from '../redis/from-buffer';

const INVALIDATE = '__redis__:invalidate';

/** What reaches us without asking. */
export type Events = {
  /** Subscribes and switches tracking on; both connections are ready. Never throws. */
  enable(): Promise<void>;
  disable(): void;
  source(): EventSource;
  /** Whether changes of this key are reported. */
  covers(key: ByteString): boolean;
  /** Whether changes of every key are. */
  coversAll(): boolean;
  notes(): string[];
};

export type EventsOptions = {
  target: Target;
  /** Globs of the release channels. */
  channelPatterns: readonly string[];
  commands: Redis;
  subscriber: Redis;
  onChanged(keys: ByteString[]): void;
  onFlush(): void;
  onRelease(channel: ByteString): void;
  /** Tracking is on: what changed before may have been missed. */
  onEnabled(): void;
};

/** CLIENT TRACKING in broadcast mode, redirected to the subscriber, and the release channels by pattern. */
export function createEvents(options: EventsOptions): Events {
  const { target, channelPatterns, commands, subscriber } = options;
  const prefixes = withoutOverlap(target.prefixes);
  const wholeKeyspace = prefixes.length === 0 && target.trackKeyspace;
  let tracking = false;
  let round = 0;
  // A subscribed connection cannot be asked for its id any more.
  let redirect: number | null = null;
  let notes: string[] = [];

  subscriber.on('close', () => {
    redirect = null;
  });
  subscriber.on('messageBuffer', (channel: Buffer, message: unknown) => {
    if (channel.toString('latin1') !== INVALIDATE) return;
    if (message === null) options.onFlush();
    else options.onChanged((Array.isArray(message) ? message : [message]).map(fromBuffer));
  });
  subscriber.on('pmessageBuffer', (_pattern: unknown, channel: Buffer) =>
    options.onRelease(fromBuffer(channel)),
  );

  async function enable(): Promise<void> {
    const mine = ++round;
    tracking = false;
    const found: string[] = [];
    const attempt = async (what: string, act: () => Promise<unknown>): Promise<boolean> => {
      try {
        await act();
        return true;
      } catch (error) {
        found.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
        return false;
      }
    };
    const asked = wholeKeyspace || prefixes.length > 0;
    const identified =
      asked &&
      (await attempt('changes are polled', async () => {
        redirect ??= await subscriber.client('ID');
      }));
    for (const pattern of channelPatterns) {
      await attempt('release messages are not seen', () => subscriber.psubscribe(pattern));
    }
    const on =
      identified &&
      redirect !== null &&
      (await attempt('changes are polled', async () => {
        await subscriber.subscribe(INVALIDATE);
        const args = ['ON', 'REDIRECT', String(redirect), 'BCAST', 'NOLOOP'];
        await commands.call(
          'CLIENT',
          'TRACKING',
          ...args,
          ...prefixes.flatMap((prefix) => ['PREFIX', prefix]),
        );
      }));
    if (mine !== round) return;
    if (!asked) found.push('changes are polled: tracking the whole keyspace is switched off');
    notes = found;
    tracking = on;
    if (on) options.onEnabled();
  }

  return {
    enable,
    disable() {
      round += 1;
      tracking = false;
      notes = ['changes are polled: the connection that is told of them was lost'];
    },
    source: () => (tracking ? 'tracking' : 'polling'),
    covers: (key) => tracking && (wholeKeyspace || prefixes.some((prefix) => key.startsWith(prefix))),
    coversAll: () => tracking && wholeKeyspace,
    notes: () => notes,
  };
}

/** Redis refuses prefixes of which one begins another; the shorter one covers both. */
export function withoutOverlap(prefixes: readonly string[]): string[] {
  const unique = [...new Set(prefixes)];
  return unique.filter((prefix) => !unique.some((other) => other !== prefix && prefix.startsWith(other)));
}
