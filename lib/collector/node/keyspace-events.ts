import type { Redis } from 'ioredis';
import type { ByteString } from '../../domain/keys/bytes';
import type { RedisType } from '../../domain/keys/raw-key';
import { fromBuffer } from '../../redis/from-buffer';
import { ask } from '../keys/answer';
import type { Budget } from '../keys/budget';
import { keyspaceChannels } from './keyspace-channels';
import { type KeyspaceFlags, keyspaceFlags, lineFor } from './keyspace-flags';
import type { LossWatch } from './loss-watch';

const SETTING = 'notify-keyspace-events';
/** Where notifications are off, somebody may switch them on: asked for this often, ms. */
const OFF_ASKED_EVERY_MS = 5_000;

/** Keyspace notifications of one server. Its configuration is read and never changed. */
export type KeyspaceEvents = {
  /** Subscribes to what the server sends. Returns what is not told and why; null = every change is told. Never throws. */
  enable(): Promise<string | null>;
  disable(): void;
  /** Takes in what the subscriber was told; false = it was no notification. */
  hear(channel: ByteString, message: unknown): boolean;
  /** Whether the server sends anything. */
  hears(): boolean;
  /** Whether every change of a key of this type is told; null = of any type. */
  tells(type: RedisType | null): boolean;
  /**
   * Asks whether the server still sends what it sent, and for what it never tells: that keys were flushed. To be called
   * some times a second; asks nothing unless notifications are in use, or were off. Rejects when the connection fails.
   */
  check(): Promise<void>;
};

export type KeyspaceOptions = {
  db: number;
  /** Prefixes of the keys that matter, none of which begins another; [] = all. */
  prefixes: readonly ByteString[];
  commands: Redis;
  subscriber: Redis;
  budget: Pick<Budget, 'take'>;
  now: () => number;
  losses: LossWatch;
  /** A replica replaces all its data without a word when it copies its primary anew. */
  isReplica(): boolean;
  onChanged(key: ByteString): void;
  /** What the server tells is something else now: `enable` again. */
  onTurn(): void;
};

/** Nothing is asked before `enable`. */
export function createKeyspaceEvents(options: KeyspaceOptions): KeyspaceEvents {
  const { commands, subscriber, budget, losses, now } = options;
  const channels = keyspaceChannels(options.db, options.prefixes);
  let flags: KeyspaceFlags | null = null;
  let listens: 'byEvent' | 'byKey' | null = null;
  let round = 0;
  /** Nothing is told, and that may change. */
  let offAskedMs: number | null = null;
  /** Why a flush would go unnoticed. */
  let blind: string | null = null;
  /** Keys of which the packet in hand told already: one command may send several messages. */
  const written = new Set<ByteString>();

  function hear(channel: ByteString, message: unknown): boolean {
    const way = channels.wayOf(channel);
    if (way !== null && way === listens) changed(channels.changeOf(channel, fromBuffer(message)));
    return way !== null;
  }

  function changed(change: ReturnType<typeof channels.changeOf>): void {
    if (!change) return;
    if (written.size === 0) setImmediate(() => written.clear());
    if (change.onlyTtl && written.has(change.key)) return;
    written.add(change.key);
    options.onChanged(change.key);
  }

  async function readFlags(): Promise<{ sent: KeyspaceFlags; refused?: string }> {
    const { value, refused } = await ask(commands.config('GET', SETTING));
    const sent = keyspaceFlags(Array.isArray(value) ? String(value[1] ?? '') : '');
    return refused === undefined ? { sent } : { sent, refused };
  }

  async function listen(sent: KeyspaceFlags): Promise<void> {
    // By key the server leaves out other prefixes; by event it need not compare patterns.
    listens = sent.byKey && (options.prefixes.length > 0 || !sent.byEvent) ? 'byKey' : 'byEvent';
    if (listens === 'byKey') await subscriber.psubscribe(...(channels.byKey as string[]));
    else await subscriber.subscribe(...channels.byEvent);
  }

  async function enable(): Promise<string | null> {
    disable();
    const mine = round;
    if (blind) return `a flush would go unnoticed: ${blind}`;
    if (options.isReplica()) {
      offAskedMs = now();
      return 'keyspace notifications of a replica do not tell all';
    }
    try {
      const { sent, refused } = await readFlags();
      if (refused) return `whether keyspace notifications are on cannot be known: ${refused}`;
      if (sent.sends) await listen(sent);
      else offAskedMs = now();
      if (mine !== round) return 'it was begun anew';
      flags = sent.sends ? sent : null;
      return sent.tells(null) ? null : whatIsMissing(sent);
    } catch (error) {
      return `keyspace notifications are not heard: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  function disable(): void {
    round += 1;
    flags = null;
    listens = null;
    offAskedMs = null;
  }

  function whatIsMissing(sent: KeyspaceFlags): string {
    const line = lineFor(sent.text, options.prefixes.length > 0 ? 'K' : 'E');
    const are = sent.sends ? `tell of some changes only (${sent.text})` : 'are off';
    return `keyspace notifications ${are}, "${line}" makes the server send a message or two for each write`;
  }

  return {
    enable,
    disable() {
      disable();
      blind = null;
    },
    hear,
    hears: () => flags !== null,
    tells: (type) => flags?.tells(type) ?? false,
    async check() {
      const before = flags;
      if (!before && (offAskedMs === null || now() - offAskedMs < OFF_ASKED_EVERY_MS)) return;
      if (!before) offAskedMs = now();
      await budget.take(1, true);
      const [{ sent, refused }, denied] = await Promise.all([readFlags(), before ? losses.look() : null]);
      if (before !== flags) return;
      blind = denied;
      const usable = !blind && !options.isReplica() && refused === undefined && sent.sends;
      if (before ? !usable || sent.text !== before.text : usable) options.onTurn();
    },
  };
}
