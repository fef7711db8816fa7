import { setImmediate } from 'node:timers/promises';
import type { Lock } from '../contract/lock';
import type { ContentionHint } from '../contract/locks';
import type { AnyRedis } from '../redis/connection';
import { toWire } from '../redis/run-script';
import type { Runtime } from '../server/runtime/types';
import type { KeyLocation } from './find-lock';
import { ownReadsOf } from './own-reads';

/** For how long a try is reported, ms. */
const TOLD_FOR_MS = 60_000;
/** OBJECT IDLETIME counts whole seconds, of a clock that Redis sets ten times a second. */
const RESOLUTION_MS = 1_200;

/**
 * Whether another client used the key of a held lock lately: a failed `SET NX` does, as does any read of the value. Call it
 * before the key is read, and the returned function with the lock as read. null = no use is known, or it cannot be
 * determined: waiters are counted, the server uses an LFU policy, the right is missing, or our own reads are as recent.
 * Never throws.
 */
export function findLastTry(
  runtime: Runtime,
  place: KeyLocation,
): (read: Lock) => Promise<ContentionHint | null> {
  const { id, key, watched } = place;
  const lastReadMs = () => watched.collector.find(id)?.ttlSamples.at(-1)?.atMs ?? null;
  const known = watched.collector.find(id)?.lock;
  const reads = ownReadsOf(runtime, id);
  const checkedMs = lastReadMs();
  if (!known || !cannotBeCounted(known) || checkedMs === null) return async () => null;

  const askedMs = runtime.now();
  const ownMs = Math.max(checkedMs, reads.endedMs ?? Number.NEGATIVE_INFINITY);
  const usedMs = reads.underWay > 0 ? Promise.resolve(null) : usedSince();

  /** When another client used the key, at the earliest. */
  async function usedSince(): Promise<number | null> {
    const idleSeconds = await idleSecondsOf(watched.actions, toWire(key) as string | Buffer);
    await setImmediate(); // a collector read that was answered before is recorded by then
    if (idleSeconds === null || lastReadMs() !== checkedMs) return null;
    const sinceMs = askedMs - idleSeconds * 1_000 - RESOLUTION_MS;
    return sinceMs > ownMs ? sinceMs : null;
  }

  return async (read) => {
    const sinceMs = await usedMs;
    if (sinceMs !== null && sinceMs > lastWriteMs(read)) reads.lastTryMs = sinceMs;
    const { lastTryMs } = reads;
    if (lastTryMs === null || askedMs - lastTryMs > TOLD_FOR_MS || !cannotBeCounted(read)) return null;
    return { lastTryMs, known: { by: 'inferred', atMs: askedMs } };
  };
}

/** Held on a single server, where waiters that poll cannot be counted. */
function cannotBeCounted({ waiters, holders, votes, state }: Lock): boolean {
  return waiters.count === null && holders.length > 0 && votes === null && state !== 'unknown';
}

/** The holder's renewals and its acquisition use the key too. */
function lastWriteMs({ renewal, holders }: Lock): number {
  return Math.max(renewal.lastAtMs ?? 0, ...holders.map(({ since }) => since?.atMs ?? 0));
}

async function idleSecondsOf(redis: AnyRedis, key: string | Buffer): Promise<number | null> {
  try {
    const seconds = await redis.object('IDLETIME', key);
    return typeof seconds === 'number' ? seconds : null;
  } catch {
    return null; // refused, an LFU policy, or a failure that the read after this reports
  }
}
