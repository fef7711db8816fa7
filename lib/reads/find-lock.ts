import type { LockMemory } from '../collector/types';
import type { Lock } from '../contract/lock';
import type { LockGone } from '../contract/locks';
import type { ByteString, DisplayText } from '../domain/keys/bytes';
import { keyOfSlug, type LockId, parseLockId } from '../domain/keys/lock-id';
import { BEAT_MS } from '../domain/keys/process-record';
import { ConsoleError } from '../domain/values/errors';
import type { AnyRedis } from '../redis/connection';
import { within } from '../server/record/within';
import type { Runtime, TargetHandle } from '../server/runtime/types';
import { lockAsRead } from './lock-as-read';
import { asOwnRead } from './own-reads';
import { type LockReading, type LockReadOptions, readLock } from './read-lock';

const REFRESH_MS = 3_000;
const EVENTS = 200;

export type KeyLocation = { id: LockId; key: ByteString; watched: TargetHandle };

/** A lock read from Redis just now: `lock` is built from `reading` and from what the index knows about the lock. */
export type FreshLock = {
  place: KeyLocation;
  reading: LockReading;
  lock: Lock;
  ttlSamples: LockMemory['ttlSamples'];
  /** Whether the collector read it too. */
  isCollected: boolean;
  nodeSamples?: LockMemory['nodeSamples'];
};

/**
 * Target and key bytes of an id; the lock need not be known. Throws `not-found` for an invalid id, an id of another
 * database, or an id that names a long key by a digest that is no longer stored.
 */
export function locate(runtime: Pick<Runtime, 'all'>, id: LockId): KeyLocation {
  const address = parseLockId(id);
  const watched = runtime.all().find(({ target }) => target.name === address?.target);
  if (!address || !watched || watched.target.db !== address.db) {
    const gone: LockGone = { lastKnown: null, events: [] };
    throw new ConsoleError('not-found', 'There is no lock of this id.', gone);
  }
  const key = keyOfSlug(address.slug) ?? watched.collector.find(id)?.key;
  if (key !== undefined) return { id, key, watched };
  throw new ConsoleError('not-found', 'This key is too long to stand in its id, and it is not known now.', {
    lastKnown: watched.collector.lastKnown(id),
    events: [],
  } satisfies LockGone);
}

/** What is known of a key before it is read: from its name, its release channel and its history. */
export function knownOf({
  id,
  key,
  watched,
}: KeyLocation): Pick<LockReadOptions, 'named' | 'heard' | 'was' | 'hadLock' | 'registry'> {
  const { collector, registry } = watched;
  return {
    named: collector.matchesPattern(key),
    heard: collector.heardOf(key),
    was: collector.find(id)?.lock.format.id,
    hadLock: () => collector.hadLock(key),
    registry,
  };
}

/**
 * Reads a lock from Redis now and updates the index with it. The heartbeats of its holders are read too, unless they were
 * read within `heartbeatAgeMs`. `tokenDigest` selects the holder. Throws `not-found` with `LockGone` where there is no
 * lock, and `node-down`, `timed-out`, `denied` or `too-large` where it could not be read.
 */
export async function readFresh(
  runtime: Runtime,
  place: KeyLocation,
  heartbeatAgeMs = BEAT_MS,
  tokenDigest?: string,
): Promise<FreshLock> {
  const { id, key, watched } = place;
  const options = { now: runtime.now, ...knownOf(place), tokenDigest };
  const read = () => readLock(actionsFor(place), key, options);
  const { lock: reading } = await asOwnRead(runtime, id, read);
  const isCollected = await refresh(runtime, place, heartbeatAgeMs);
  if (!reading) throw await goneError(runtime, place);
  const memory = watched.collector.find(id);
  // Of a group only one master was read: the votes of all masters are the collector's.
  const isGroup = memory?.lock.votes && memory.lock.holders.length === reading.holders.length;
  const asShown = (token: DisplayText) => runtime.shown({ id, token }).token.text;
  const lock = isGroup
    ? memory.lock
    : lockAsRead(reading, memory?.lock ?? null, watched.collector, runtime.now(), asShown);
  const { ttlSamples = [], nodeSamples } = memory ?? {};
  return { place, reading, lock, ttlSamples, nodeSamples, isCollected };
}

/** Has the collector read the key and apply every change reported before. Rejects when it cannot, or not in time. */
export function readNow({ key, watched }: KeyLocation): Promise<void> {
  return within(REFRESH_MS, watched.collector.refresh([key]));
}

/**
 * The connection to read a lock by: of a group the first master that has the lock as shown, else the first that answers.
 */
function actionsFor({ id, watched }: KeyLocation): AnyRedis {
  const votes = watched.collector.find(id)?.lock.votes ?? [];
  const best = votes.findIndex(({ vote }) => vote === 'yes');
  const at = best >= 0 ? best : votes.findIndex(({ vote }) => vote !== 'unread');
  return watched.masters[Math.max(at, 0)]?.redis ?? watched.actions;
}

/**
 * Has the collector read the key and, unless it did within `heartbeatAgeMs`, the heartbeats of its holders. Resolves with
 * whether it could: the collector shows its own failures.
 */
export async function refresh(
  runtime: Runtime,
  { key, watched }: KeyLocation,
  heartbeatAgeMs = BEAT_MS,
): Promise<boolean> {
  const { collector, target } = watched;
  const look = async () => {
    await collector.refresh([key]);
    await collector.refreshHolders(key, heartbeatAgeMs);
  };
  try {
    await within(REFRESH_MS, look());
    return true;
  } catch (err) {
    runtime.log.warn({ err, target: target.name }, 'a lock could not be brought up to date');
    return false;
  }
}

async function goneError(runtime: Runtime, { id, watched }: KeyLocation): Promise<ConsoleError> {
  const events = await runtime.history.events({ id, limit: EVENTS });
  const gone: LockGone = { lastKnown: watched.collector.lastKnown(id), events };
  return new ConsoleError('not-found', 'Redis has no lock under this key now.', gone);
}
