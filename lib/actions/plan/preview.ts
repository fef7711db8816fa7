import type { Acquisition, Preview, PreviewRequest } from '../../contract/actions';
import { seesTokensOf } from '../../domain/access/principal';
import { keptBy, othersHoldOn } from '../../domain/actions/others-hold-on';
import { evidenceOf } from '../../domain/holders/evidence';
import type { LockId } from '../../domain/keys/lock-id';
import { BEAT_MS } from '../../domain/keys/process-record';
import { ConsoleError } from '../../domain/values/errors';
import { type FreshLock, type KeyLocation, locate, readFresh } from '../../reads/find-lock';
import { heldOf } from '../../reads/read-lock';
import type { Runtime } from '../../server/runtime/types';
import { acquisitionIn, acquisitionOf, areEndsReported } from './acquisition';
import { plannedChange } from './planned-change';
import { previewAction } from './preview-action';
import { holdOf } from './same-hold';
import { waitersNow } from './waiters-now';

/** So often a lock is read whose hold changes meanwhile. */
const ATTEMPTS = 3;

/**
 * What an act would do to one holder, on the lock as it is in Redis now: `lock`, `holder` and `seen` come from one and the
 * same reading, waiters are counted beside it, and the holder's heartbeat is read for it. A release names the other keys of
 * the holder's token, each read in the same way.
 * Throws as `readFresh`, `denied` where somebody names a holder whose token they may not see, `not-held` where nobody, or not
 * the holder that was asked for, has the lock, and `invalid-argument` for a lease that no lock may be given.
 */
export async function preview(runtime: Runtime, id: LockId, ask: PreviewRequest): Promise<Preview> {
  // Whether a guess is right would be answered.
  if (ask.tokenDigest !== undefined && !seesTokensOf(runtime.grants, id))
    throw new ConsoleError('denied', 'Tokens of holders are for those who may release.', {
      right: 'release',
    });
  const of = await previewKey(runtime, id, ask);
  const hold = ask.action === 'release' ? await holdOf(runtime, of, previewKey) : null;
  return hold ? { ...of, hold, nowMs: runtime.now() } : of;
}

/**
 * The same of this key alone: without the other keys of the token. The holder's heartbeat is read unless that was done
 * within `heartbeatAgeMs`.
 */
export async function previewKey(
  runtime: Runtime,
  id: LockId,
  ask: PreviewRequest,
  heartbeatAgeMs = 0,
): Promise<Preview> {
  const place = locate(runtime, id);
  const { read, acquisition } = await readNumbered(runtime, place, ask.tokenDigest, heartbeatAgeMs);
  const { reading, ttlSamples } = read;
  const waiters = await waitersNow(runtime, place, reading.recognised.format.id, read.lock);
  const lock = { ...read.lock, waiters };
  const nowMs = runtime.now();
  const holder = lock.holders[reading.holders.indexOf(heldOf(reading))];
  if (!holder) throw new ConsoleError('not-held', 'The holder that was seen has the lock no more.');
  const {
    leaseMs: _,
    command,
    ...parts
  } = previewAction(reading, ask, {
    target: place.watched.target,
    lock: { ...lock, holders: [holder] },
    hold: acquisition && {
      acquisition,
      areEndsReported: acquisition.confirmed && areEndsReported(place),
    },
  });
  const others = ask.action === 'release' ? keptBy(lock, holder) : 0;
  const change = parts.allowed ? plannedChange(reading, ask.action, place, lock) : null;
  return {
    lock,
    holder,
    evidence: evidenceOf(lock, ttlSamples, nowMs, holder),
    ...parts,
    // No mask finds a token that a shell writes in another way, or one that is shown as its digest.
    command: seesTokensOf(runtime.grants, id) ? command : null,
    consequences: othersHoldOn(parts.consequences, others),
    ...(change && { change }),
    nowMs,
  };
}

/**
 * The lock, and the number that its hold had before it was read: had it ended in between, the number is that of no hold any
 * more. A hold that nobody knew before is read once more.
 */
async function readNumbered(
  runtime: Runtime,
  place: KeyLocation,
  tokenDigest: string | undefined,
  heartbeatAgeMs: number,
): Promise<{ read: FreshLock; acquisition: Acquisition | null }> {
  for (let attempt = 1; ; attempt++) {
    const before = place.watched.collector.find(place.id);
    const read = await readFresh(runtime, place, attempt === 1 ? heartbeatAgeMs : BEAT_MS, tokenDigest);
    const digest = heldOf(read.reading).tokenDigest;
    const known = acquisitionIn(before, digest);
    const acquisition = known && { ...known, confirmed: read.isCollected };
    const isSettled = acquisition?.version === acquisitionOf(place, digest)?.version;
    if (isSettled || !read.isCollected || attempt === ATTEMPTS) return { read, acquisition };
  }
}
