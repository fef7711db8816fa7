import type { Lock } from '../contract/lock';
import type { LockDetail } from '../contract/locks';
import { evidenceOf } from '../domain/holders/evidence';
import { displayOf } from '../domain/keys/bytes';
import type { LockId } from '../domain/keys/lock-id';
import { isConsoleError } from '../domain/values/errors';
import type { Runtime } from '../server/runtime/types';
import { type FreshLock, type KeyLocation, locate, readFresh } from './find-lock';
import { alsoHeld } from './held-by';
import { findLastTry } from './last-try';
import { rawOf } from './raw-parts';
import type { LockReading } from './read-lock';

const WINDOW_MS = 900_000;
const BUCKET_MS = 10_000;
const EVENTS = 200;
const ALSO = 50;
const PLACES = 50;

/**
 * Everything about one lock, read from Redis now. While Redis does not answer, a known lock is returned as last known, with
 * `unread`. Throws as `readFresh`.
 */
export async function readDetail(runtime: Runtime, id: LockId): Promise<LockDetail> {
  const place = locate(runtime, id);
  const triedBefore = findLastTry(runtime, place);
  const read = await readOrRecall(runtime, place);
  // Replicas are asked after the primary: a replica that keeps up has by now what the primary had then.
  const replicas = await place.watched.collector.onReplicas(place.key);
  const nowMs = runtime.now();
  const { lock, ttlSamples } = read;
  const range = { id, fromMs: nowMs - WINDOW_MS, toMs: nowMs, bucketMs: BUCKET_MS };
  const [events, waitingSeries] = await Promise.all([
    runtime.history.events({ id, limit: EVENTS }),
    runtime.history.waitingSeries(range),
  ]);
  return {
    lock,
    evidence: evidenceOf(lock, ttlSamples, nowMs),
    raw: read.reading ? rawOf(read.reading) : nothingRead(lock),
    channel: read.reading ? channelOf(read.reading) : null,
    queue: read.reading ? queueOf(read.reading) : null,
    holderDigests: read.reading?.holders.map(({ tokenDigest }) => tokenDigest) ?? [],
    events,
    ttlSamples,
    ...(lock.votes && read.nodeSamples && { nodeSamples: read.nodeSamples }),
    waitingSeries,
    contentionHint: read.reading ? await triedBefore(lock) : null,
    alsoHolds: alsoHeld(runtime.locks(), lock)
      .slice(0, ALSO)
      .map(({ id, key }) => ({ id, key: key.text })),
    replicas,
    ...('unread' in read && { unread: read.unread }),
    ...(place.watched.target.xray && { xray: true }),
    nowMs,
  };
}

type Recalled = Pick<FreshLock, 'lock' | 'ttlSamples' | 'nodeSamples'> & {
  reading: null;
  unread: NonNullable<LockDetail['unread']>;
};

async function readOrRecall(runtime: Runtime, place: KeyLocation): Promise<FreshLock | Recalled> {
  try {
    return await readFresh(runtime, place);
  } catch (error) {
    const silent = isConsoleError(error, 'node-down') || isConsoleError(error, 'timed-out');
    const memory = silent ? place.watched.collector.find(place.id) : null;
    if (!silent || !memory) throw error;
    const { code, message } = error;
    const { lock, ttlSamples, nodeSamples } = memory;
    return { lock, ttlSamples, nodeSamples, reading: null, unread: { code, message } };
  }
}

function nothingRead(lock: Lock): LockDetail['raw'] {
  return { type: 'unknown', ttlMs: lock.ttlMs ?? 'none', byteLength: 0, value: null, fields: null };
}

function queueOf({ recognised }: LockReading): LockDetail['queue'] {
  const places = recognised.decoded.queue?.places?.slice(0, PLACES);
  return places?.map(({ token, ...place }) => ({ ...place, token: displayOf(token) })) ?? null;
}

function channelOf({ raw, recognised }: LockReading): string | null {
  const channel = recognised.format.channels?.channelOf(raw.key);
  return channel === undefined ? null : displayOf(channel).text;
}
