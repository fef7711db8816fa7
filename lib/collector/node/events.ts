import type { EventGap, EventSource } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import type { RedisType } from '../../domain/keys/raw-key';
import type { Target } from '../../domain/nodes/target';
import { fromBuffer } from '../../redis/from-buffer';
import { isRefusal } from '../../redis/key-reply';
import { createGapRecord } from './event-gap';
import { createKeyspaceEvents, type KeyspaceEvents } from './keyspace-events';
import { createLossWatch, type LossOptions } from './loss-watch';

/** `check` is due this often. */
export const EVENTS_CHECK_MS = 200;
const INVALIDATE = '__redis__:invalidate';

/** Messages that a server pushes: changed keys and release messages. */
export type Events = {
  /** From now on what the server pushes goes here. Call it once, before anything is enabled. */
  start(on: Reports): void;
  /** Subscribes and switches tracking on, or listens to keyspace notifications; both connections are ready. Never throws. */
  enable(): Promise<void>;
  disable(): void;
  source(): EventSource;
  /** Whether changes of this key are reported. */
  covers(key: ByteString): boolean;
  /** Whether changes of every key are. */
  coversAll(): boolean;
  /** Whether every keyspace event of keys of this type is reported, so that they can be counted. */
  countsAll(type: RedisType): boolean;
  /** The command that makes the server send all keyspace events; null = it does, or what it sends cannot be known. */
  missingLine(): string | null;
  /** The last period without reports of changes; null = none. */
  gap(): EventGap | null;
  /** How many such periods there were. */
  gaps(): number;
  /** Checks for what the source in use cannot report, see `KeyspaceEvents`. Rejects when the connection fails. */
  check(): Promise<void>;
  notes(): string[];
};

/** What a server reports. */
export type Reports = {
  changed(keys: ByteString[]): void;
  /** A keyspace event of a key, in the order of the server, before `changed` reports the key. */
  event(name: string, key: ByteString): void;
  /** A release message was published on this channel. */
  released(channel: ByteString): void;
  /** Keys disappeared without a report for each; resolves when all locks were read again. */
  flushed(): Promise<void>;
  /**
   * `stopped` = changes are no longer reported; `missed` = they are from now on, or no longer: earlier ones may have been
   * missed; `settled` = the server's own settings changed which ones it reports; `uncounted` = keyspace events may be missed
   * from now on, and so do not count until all locks were read again.
   */
  turned(how: 'stopped' | 'missed' | 'settled' | 'uncounted'): void;
};

type EventsOptions = {
  link: LossOptions['link'];
  target: Target;
  /** Globs of the release channels. */
  channelPatterns: readonly string[];
  locks: Pick<LossOptions, 'entries'> & {
    /** Type of a lock that consists of this key alone; null = not known, or the lock spans several keys. */
    typeOf(key: ByteString): RedisType | null;
  };
  isReplica(): boolean;
};

/**
 * CLIENT TRACKING in broadcast mode, redirected to the subscriber. Where that is refused, those keyspace notifications
 * that the server sends; where it is not, they are received as well, to be counted. Also the release channels, by pattern.
 */
export function createEvents(options: EventsOptions): Events {
  const { link, target, channelPatterns, locks } = options;
  const { redis, subscriber } = link;
  const prefixes = withoutOverlap(target.prefixes);
  const wholeKeyspace = prefixes.length === 0 && target.trackKeyspace;
  const gap = createGapRecord(link.now);
  let on: Reports | null = null;
  const losses = createLossWatch({
    ...{ link, entries: locks.entries, covers },
    onLost: async () => on?.flushed(),
  });
  const keyspace: KeyspaceEvents = createKeyspaceEvents({
    ...{ link, keys: { db: target.db, prefixes }, losses, isReplica: options.isReplica },
    on: {
      event: (name, key) => on?.event(name, key),
      changed: (key) => tracking || on?.changed([key]),
      turned: () => void (tracking ? recount() : turn()),
    },
  });
  let tracking = false;
  /** Redis' error when EXISTS, which finds lost keys, is denied. */
  let lossesDenied: string | null = null;
  let round = 0;
  // A subscribed connection refuses CLIENT ID, so the id is kept.
  let redirect: number | null = null;
  let notes: string[] = [];
  /** A command of `enable` had no answer in time, which refuses nothing. */
  let isUnanswered = false;
  /** Why the server does not track, and what else it refused. */
  let refused: { tracking: string; others: string[] } = { tracking: '', others: [] };

  function receive(reports: Reports): void {
    on = reports;
    subscriber.on('close', () => {
      redirect = null;
    });
    subscriber.on('messageBuffer', (channel: Buffer, message: unknown) => {
      if (keyspace.hear(fromBuffer(channel), message)) return;
      if (channel.toString('latin1') !== INVALIDATE) return;
      if (message === null) void reports.flushed();
      else reports.changed((Array.isArray(message) ? message : [message]).map(fromBuffer));
    });
    subscriber.on('pmessageBuffer', (_pattern: unknown, channel: Buffer, message: unknown) => {
      if (!keyspace.hear(fromBuffer(channel), message)) reports.released(fromBuffer(channel));
    });
  }

  async function enable(): Promise<void> {
    const mine = ++round;
    stops();
    isUnanswered = false;
    lossesDenied = null;
    const asked = wholeKeyspace || prefixes.length > 0;
    let why = asked ? await refusalOf(mine, identify) : 'tracking the whole keyspace is switched off';
    const others = await listenToReleases(mine);
    why ??= await refusalOf(mine, track);
    if (mine !== round) return;
    refused = { tracking: why ?? '', others };
    tracking = why === null;
    notes = why === null ? others : [...others, `changes are polled: ${why}`];
    if (!tracking && asked) await listen(mine);
    if (mine !== round || !(tracking || keyspace.hears())) return;
    if (areReported()) gap.flows();
    on?.turned('missed');
    if (tracking) await keyspace.enable();
  }

  /** Subscribes to the release channels; returns what was refused. */
  async function listenToReleases(mine: number): Promise<string[]> {
    const others: string[] = [];
    for (const pattern of channelPatterns) {
      const unseen = await refusalOf(mine, () => subscriber.psubscribe(pattern));
      if (unseen !== null) others.push(`release messages are not seen: ${unseen}`);
    }
    return others;
  }

  /** Asks again for what had no answer. Changes that are tracked meanwhile go on being reported. */
  async function askAgain(): Promise<void> {
    if (!tracking) {
      await enable();
      return on?.turned('settled');
    }
    const mine = round;
    isUnanswered = false;
    const others = await listenToReleases(mine);
    if (mine !== round) return;
    refused = { ...refused, others };
    notes = others;
    lossesDenied = null;
  }

  async function identify(): Promise<void> {
    redirect ??= await subscriber.client('ID');
  }

  async function track(): Promise<void> {
    await subscriber.subscribe(INVALIDATE);
    // Redis refuses prefixes that this connection already tracks, as it does after the subscriber alone was lost.
    await redis.call('CLIENT', 'TRACKING', 'OFF');
    const args = ['ON', 'REDIRECT', String(redirect), 'BCAST', 'NOLOOP'];
    const only = prefixes.flatMap((prefix) => ['PREFIX', prefix]);
    await redis.call('CLIENT', 'TRACKING', ...args, ...only);
  }

  async function listen(mine: number): Promise<void> {
    const missing = await keyspace.enable();
    if (mine !== round) return;
    const how =
      missing === null
        ? `changes are told by keyspace notifications: ${refused.tracking}`
        : `changes are polled: ${refused.tracking}; ${missing}`;
    notes = [...refused.others, how];
  }

  /** The same, while changes are tracked. */
  async function recount(): Promise<void> {
    on?.turned('uncounted');
    await keyspace.enable();
    if (keyspace.hears()) on?.turned('missed');
  }

  /** The server's notification setting changed. */
  async function turn(): Promise<void> {
    const mine = ++round;
    on?.turned('uncounted');
    if (areReported()) on?.turned('stopped');
    gap.stops();
    await listen(mine);
    if (mine !== round) return;
    if (areReported()) gap.flows();
    on?.turned('missed');
    on?.turned('settled');
  }

  /** SWAPDB pushes no message. Where EXISTS is denied, its effect shows when known locks are read again. */
  async function checkTracking(): Promise<void> {
    await keyspace.check(true);
    if (lossesDenied !== null) return;
    lossesDenied = await losses.look();
    if (lossesDenied !== null) notes = [...notes, `a SWAPDB is noticed late: ${lossesDenied}`];
  }

  const areReported = () => tracking || keyspace.reports(null);

  function stops(): void {
    on?.turned('uncounted');
    if (areReported()) on?.turned('stopped');
    gap.stops();
    tracking = false;
    keyspace.disable();
  }

  /** The error message of a failed command; null = it succeeded. */
  async function refusalOf(mine: number, act: () => Promise<unknown>): Promise<string | null> {
    try {
      await act();
      return null;
    } catch (error) {
      if (mine === round && !isRefusal(error)) isUnanswered = true;
      return error instanceof Error ? error.message : String(error);
    }
  }

  function covers(key: ByteString): boolean {
    if (!wholeKeyspace && !prefixes.some((prefix) => key.startsWith(prefix))) return false;
    return areReported() || keyspace.reports(locks.typeOf(key));
  }

  return {
    start: receive,
    enable,
    disable() {
      round += 1;
      isUnanswered = false;
      stops();
      notes = ['changes are polled: the connection that is told of them was lost'];
    },
    source: () => (tracking ? 'tracking' : keyspace.reports(null) ? 'keyspace' : 'polling'),
    covers,
    coversAll: () => areReported() && wholeKeyspace,
    countsAll: (type) => keyspace.reports(type),
    missingLine: keyspace.missingLine,
    gap: gap.last,
    gaps: gap.count,
    check: () => (isUnanswered ? askAgain() : tracking ? checkTracking() : keyspace.check(false)),
    notes: () => notes,
  };
}

/** Redis refuses overlapping prefixes; the shorter one covers both. */
function withoutOverlap(prefixes: readonly string[]): string[] {
  const unique = [...new Set(prefixes)];
  return unique.filter((prefix) => !unique.some((other) => other !== prefix && prefix.startsWith(other)));
}
