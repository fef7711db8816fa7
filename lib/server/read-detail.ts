import type { LockDetail, RawField } from '../domain/api';
import { displayOf } from '../domain/bytes';
import { isLockError } from '../domain/errors';
import { evidenceOf } from '../domain/evidence';
import type { Lock } from '../domain/lock';
import type { LockId } from '../domain/lock-id';
import type { LockReading } from '../inspector/read-lock';
import { type FreshLock, locate, type Place, readFresh } from './find-lock';
import type { Runtime } from './runtime-core';

const WINDOW_MS = 900_000;
const BUCKET_MS = 10_000;
const EVENTS = 200;
const ALSO = 50;

/**
 * Everything about one lock, read from Redis now. While Redis does not answer, a known lock comes as last known, with
 * `unread`. Throws as `readFresh`.
 */
export async function readDetail(runtime: Runtime, id: LockId): Promise<LockDetail> {
  const place = locate(runtime, id);
  const read = await readOrRecall(runtime, place);
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
    holderDigests: read.reading?.holders.map(({ tokenDigest }) => tokenDigest) ?? [],
    events,
    ttlSamples,
    waitingSeries,
    alsoHolds: alsoHeld(runtime.locks(), lock),
    ...('unread' in read && { unread: read.unread }),
    nowMs,
  };
}

type Recalled = Pick<FreshLock, 'lock' | 'ttlSamples'> & {
  reading: null;
  unread: NonNullable<LockDetail['unread']>;
};

async function readOrRecall(runtime: Runtime, place: Place): Promise<FreshLock | Recalled> {
  try {
    return await readFresh(runtime, place);
  } catch (error) {
    const silent = isLockError(error, 'node-down') || isLockError(error, 'timed-out');
    const memory = silent ? place.watched.collector.find(place.id) : null;
    if (!silent || !memory) throw error;
    const { code, message } = error;
    return { lock: memory.lock, ttlSamples: memory.ttlSamples, reading: null, unread: { code, message } };
  }
}

function rawOf({ raw, recognised, held }: LockReading): LockDetail['raw'] {
  const fields: RawField[] | null =
    raw.hash?.map(([field, value]) => ({ field: displayOf(field).text, value: displayOf(value).text })) ??
    null;
  const bytesOfFields = raw.hash?.reduce((sum, [field, value]) => sum + field.length + value.length, 0);
  const value =
    recognised.format.redisType === 'string'
      ? displayOf(held?.token ?? raw.value ?? '', raw.length).text
      : null;
  return { type: raw.type, ttlMs: raw.ttlMs, byteLength: bytesOfFields ?? raw.length, value, fields };
}

function nothingRead(lock: Lock): LockDetail['raw'] {
  return { type: 'unknown', ttlMs: lock.ttlMs ?? 'none', byteLength: 0, value: null, fields: null };
}

function channelOf({ raw, recognised }: LockReading): string | null {
  const channel = recognised.format.channels?.channelOf(raw.key);
  return channel === undefined ? null : displayOf(channel).text;
}

/** Other locks of the same token, client instance or process. */
function alsoHeld(locks: readonly Lock[], lock: Lock): LockDetail['alsoHolds'] {
  const own = new Set(lock.holders.flatMap(namesOf));
  if (own.size === 0) return [];
  return locks
    .filter(({ id, holders }) => id !== lock.id && holders.flatMap(namesOf).some((name) => own.has(name)))
    .slice(0, ALSO)
    .map(({ id, key }) => ({ id, key: key.text }));
}

function namesOf({ token, tokenUnique, process }: Lock['holders'][number]): string[] {
  const names: string[] = [];
  if (tokenUnique && token.exact) names.push(`token ${token.text}`);
  if (process?.instance) names.push(`instance ${process.instance}`);
  if (process?.host && process.pid !== null) {
    // In a container many processes are number 1: without its start a process is told by its host and number alone.
    names.push(`process ${process.host} ${process.pid} ${process.startMs ?? ''}`);
  }
  return names;
}
