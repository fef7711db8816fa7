import type { ByteString } from '../../domain/keys/bytes';
import type { RedisType } from '../../domain/keys/raw-key';
import { fromBuffer } from '../../redis/from-buffer';
import { ask } from '../keys/answer';
import { type KeyChange, keyspaceChannels } from './keyspace-channels';
import { type KeyspaceFlags, keyspaceFlags, lineFor } from './keyspace-flags';
import type { LossOptions, LossWatch } from './loss-watch';

const SETTING = 'notify-keyspace-events';
/** How often the setting is read while notifications are off, ms: somebody may switch them on. */
const OFF_ASKED_EVERY_MS = 5_000;
/** The same while they are on, and another source reports all changes. */
const COUNTS_ASKED_EVERY_MS = 1_000;

/** Keyspace notifications of one server. Its configuration is read and never changed. */
export type KeyspaceEvents = {
  /** Subscribes to what the server sends. Returns what is missing and why; null = every change is reported. Never throws. */
  enable(): Promise<string | null>;
  disable(): void;
  /** Handles a message that the subscriber received; false = it was no notification. */
  hear(channel: ByteString, message: unknown): boolean;
  /** Whether the server sends anything. */
  hears(): boolean;
  /** The command that makes the server report every change; null = it does, or what it sends cannot be known. */
  missingLine(): string | null;
  /** Whether every change of a key of this type is reported; null = of any type. */
  reports(type: RedisType | null): boolean;
  /**
   * Checks that the notification setting is unchanged, and for a flush, which sends no notification. Call it several times
   * a second; it asks nothing unless notifications are in use, or were off. `isSecond` = another source reports all changes,
   * and flushes: the setting is read once a second. Rejects when the connection fails.
   */
  check(isSecond: boolean): Promise<void>;
};

type KeyspaceOptions = {
  link: LossOptions['link'];
  /** `prefixes` = those of the relevant keys, without overlap; [] = all keys. */
  keys: { db: number; prefixes: readonly ByteString[] };
  losses: LossWatch;
  /** A full resync replaces all data of a replica without notifications. */
  isReplica(): boolean;
  on: {
    /** Every event, in the order of the server. */
    event(name: string, key: ByteString): void;
    /** Once for what one command does to a key, as far as that shows. */
    changed(key: ByteString): void;
    /** The notifications that the server sends have changed: `enable` again. */
    turned(): void;
  };
};

/** Sends nothing before `enable`. */
export function createKeyspaceEvents(options: KeyspaceOptions): KeyspaceEvents {
  const { losses, on } = options;
  const { redis, subscriber, budget, now } = options.link;
  const { db, prefixes } = options.keys;
  const channels = keyspaceChannels(db, prefixes);
  let flags: KeyspaceFlags | null = null;
  let listens: 'byEvent' | 'byKey' | null = null;
  let round = 0;
  /** When the setting was last read while no notifications are usable; null = no change is awaited. */
  let offAskedMs: number | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  let missing: string | null = null;
  /** Why a flush would go unnoticed. */
  let blind: string | null = null;
  /** Keys already reported in this turn of the event loop: one command may send several messages. */
  const written = new Set<ByteString>();

  function hear(channel: ByteString, message: unknown): boolean {
    const way = channels.wayOf(channel);
    if (way !== null && way === listens) changed(channels.changeOf(channel, fromBuffer(message)));
    return way !== null;
  }

  function changed(change: KeyChange | null): void {
    if (!change) return;
    on.event(change.event, change.key);
    if (written.size === 0) setImmediate(() => written.clear());
    if (change.onlyTtl && written.has(change.key)) return;
    written.add(change.key);
    on.changed(change.key);
  }

  async function readFlags(): Promise<{ sent: KeyspaceFlags; refused?: string }> {
    const { value, refused } = await ask(redis.config('GET', SETTING));
    const sent = keyspaceFlags(Array.isArray(value) ? String(value[1] ?? '') : '');
    return refused === undefined ? { sent } : { sent, refused };
  }

  async function listen(sent: KeyspaceFlags): Promise<void> {
    // By key the server leaves out other prefixes; by event it matches no patterns.
    listens = sent.byKey && (prefixes.length > 0 || !sent.byEvent) ? 'byKey' : 'byEvent';
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
      missing = sent.reports(null) ? null : lineOf(sent);
      return sent.reports(null) ? null : whatIsMissing(sent);
    } catch (error) {
      return `keyspace notifications are not heard: ${error instanceof Error ? error.message : String(error)}`;
    }
  }

  function disable(): void {
    round += 1;
    flags = null;
    listens = null;
    offAskedMs = null;
    missing = null;
  }

  const lineOf = ({ text }: KeyspaceFlags) => lineFor(text, prefixes.length > 0 ? 'K' : 'E');

  function whatIsMissing(sent: KeyspaceFlags): string {
    const line = lineOf(sent);
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
    missingLine: () => missing,
    reports: (type) => flags?.reports(type) ?? false,
    async check(isSecond) {
      const before = flags;
      if (!before && (offAskedMs === null || now() - offAskedMs < OFF_ASKED_EVERY_MS)) return;
      if (before && isSecond && now() - askedMs < COUNTS_ASKED_EVERY_MS) return;
      if (!before) offAskedMs = now();
      askedMs = now();
      await budget.take(1, true);
      const looks = before !== null && !isSecond;
      const [{ sent, refused }, denied] = await Promise.all([readFlags(), looks ? losses.look() : null]);
      if (before !== flags) return;
      blind = denied;
      const usable = !blind && !options.isReplica() && refused === undefined && sent.sends;
      if (before ? !usable || sent.text !== before.text : usable) on.turned();
    },
  };
}
