import type { LockAction, Preview } from '../domain/api';
import { evidenceOf } from '../domain/evidence';
import type { LockId } from '../domain/lock-id';
import { previewAction } from '../inspector/preview-action';
import { locate, readFresh } from './find-lock';
import type { Runtime } from './runtime-core';

/**
 * What an act would do, on the lock as it is in Redis now: `lock` and `seen` come from one and the same reading, and the
 * holder's heartbeat is read for it.
 * Throws as `readFresh`, and `invalid-argument` for a lease that no lock may be given.
 */
export async function preview(
  runtime: Runtime,
  id: LockId,
  ask: { action: LockAction; leaseMs?: number | undefined; tokenDigest?: string | undefined },
): Promise<Preview> {
  const read = await readFresh(runtime, locate(runtime, id), 0, ask.tokenDigest);
  const { place, reading, lock, ttlSamples } = read;
  const nowMs = runtime.now();
  const { leaseMs: _, ...parts } = previewAction(reading, ask, {
    target: place.watched.target,
    lock,
  });
  return { lock, evidence: evidenceOf(lock, ttlSamples, nowMs), ...parts, nowMs };
}
