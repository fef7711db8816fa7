import type { LockAction, Preview } from '../domain/api';
import { LockError } from '../domain/errors';
import { evidenceOf } from '../domain/evidence';
import type { LockId } from '../domain/lock-id';
import { keptBy, othersHoldOn } from '../domain/others-hold-on';
import { previewAction } from '../inspector/preview-action';
import { heldOf } from '../inspector/read-lock';
import { locate, readFresh } from './find-lock';
import type { Runtime } from './runtime-core';

/**
 * What an act would do to one holder, on the lock as it is in Redis now: `lock`, `holder` and `seen` come from one and the
 * same reading, and the holder's heartbeat is read for it.
 * Throws as `readFresh`, `not-held` where nobody, or not the holder that was asked for, has the lock, and
 * `invalid-argument` for a lease that no lock may be given.
 */
export async function preview(
  runtime: Runtime,
  id: LockId,
  ask: { action: LockAction; leaseMs?: number | undefined; tokenDigest?: string | undefined },
): Promise<Preview> {
  const read = await readFresh(runtime, locate(runtime, id), 0, ask.tokenDigest);
  const { place, reading, lock, ttlSamples } = read;
  const nowMs = runtime.now();
  const holder = lock.holders[reading.holders.indexOf(heldOf(reading))];
  if (!holder) throw new LockError('not-held', 'The holder that was seen has the lock no more.');
  const { leaseMs: _, ...parts } = previewAction(reading, ask, {
    target: place.watched.target,
    lock: { ...lock, holders: [holder] },
  });
  const others = ask.action === 'release' ? keptBy(lock, holder) : 0;
  return {
    lock,
    holder,
    evidence: evidenceOf(lock, ttlSamples, nowMs, holder),
    ...parts,
    consequences: othersHoldOn(parts.consequences, others),
    nowMs,
  };
}
