import { createHash } from 'node:crypto';
import type { LockAction } from '../../contract/action-codes';
import type { Acquisition, Preview, PreviewRequest } from '../../contract/actions';
import { QUARANTINE_MS } from '../../contract/limits';
import type { Lock } from '../../contract/lock';
import { althoughOf, renewsUntilMs } from '../../domain/actions/although';
import { type ByteString, displayOf, toUint8 } from '../../domain/keys/bytes';
import type { Target } from '../../domain/nodes/target';
import { isSome } from '../../domain/values/counted';
import { canQuarantine } from '../../formats/core/quarantine';
import { heldOf, type LockReading, seenOf, ttlLeftOf } from '../../reads/read-lock';
import { checkLease, MAX_LEASE_MS } from '../run/extend-lock';
import { commandLine } from './command-line';
import { consequencesOf } from './consequences';
import { indistinguishable } from './indistinguishable';
import { unsupported } from './unsupported';

/** Lease of an extend that names none and whose lock's lease is not known. */
export const DEFAULT_LEASE_MS = 60_000;
/** Longer keys are not typed as a whole. */
const TYPED_LIMIT = 120;

export type PreviewContext = {
  target: Pick<Target, 'name' | 'db' | 'production' | 'readOnly' | 'twoPersons'>;
  /** What the collector knows beside this reading: waiters, renewals, verdict. */
  lock: Pick<Lock, 'waiters' | 'renewal' | 'leaseMs' | 'holders' | 'votes' | 'possible'> | null;
  /**
   * The hold that is read, as the collector numbered it, and whether the collector learns of every end of a hold; absent =
   * the collector does not know the hold.
   */
  hold?: { acquisition: Acquisition; areEndsReported: boolean } | null;
};

type PreviewParts = Pick<
  Preview,
  'seen' | 'consequences' | 'allowed' | 'why' | 'requires' | 'typedKey' | 'secondPerson'
> & {
  /** Names the holder by its token: for whoever may see that. */
  command: string;
  /** Lease the preview is about; null = it is not about an extension. */
  leaseMs: number | null;
};

/**
 * What an act on the lock as just read would do, and what the server will insist on. Throws `invalid-argument` for a lease
 * that no lock may be given, and `not-held` where there is no holder to act on.
 */
export function previewAction(
  reading: LockReading,
  ask: Pick<PreviewRequest, 'action' | 'leaseMs' | 'quarantineMs'>,
  context: PreviewContext,
): PreviewParts {
  const { target, lock } = context;
  const held = heldOf(reading);
  const leaseMs = ask.action === 'extend' ? (ask.leaseMs ?? proposedLeaseMs(lock)) : null;
  if (leaseMs !== null) checkLease(leaseMs);
  const unproven = indistinguishable(held.holder, context.hold?.areEndsReported ?? false);
  const why = whyNot(reading, ask.action, target);
  const { key } = reading.raw;
  const keyDigest = createHash('sha256').update(toUint8(key)).digest('hex');
  return {
    seen: seenOf(reading, context.hold?.acquisition),
    consequences: consequencesOf(reading, ask, leaseMs, context.lock, unproven),
    allowed: why === null,
    why,
    requires: requirementsOf(ask.action, context, {
      isUnproven: unproven !== null,
      isAlone: reading.holders.length === 1,
      readAtMs: reading.raw.readAtMs,
    }),
    typedKey: typedKeyOf(key, keyDigest),
    command: commandLine({
      action: ask.action,
      target: target.name,
      db: target.db,
      key,
      keyDigest,
      token: reading.recognised.isOnlyPossible ? null : held.token,
      tokenDigest: held.tokenDigest,
      leaseMs,
      quarantineMs: ask.action === 'quarantine' ? (ask.quarantineMs ?? QUARANTINE_MS.usual) : null,
      ask: target.twoPersons !== undefined,
    }),
    leaseMs,
    ...(target.twoPersons && { secondPerson: target.twoPersons }),
  };
}

/** Lease in ms of an extend that names none: what the holder asked for, as far as it is known and allowed. */
export function proposedLeaseMs(lock: Pick<Lock, 'leaseMs'> | null): number {
  return Math.min(lock?.leaseMs ?? DEFAULT_LEASE_MS, MAX_LEASE_MS);
}

/**
 * Friction grows with harm. Extend: one confirm. Release: a dialog, and the typed key on production, with waiters, or while
 * the holder is proven alive. Most clients leave nothing that proves them gone, so an unknown holder asks for the typed key
 * on production only: elsewhere every release would ask, and what always asks is no longer read. A reason on production.
 * Whatever the act, the typed key where it may reach another hold than the one that was seen (`isUnproven`). What
 * may be no lock asks for it too. A release although the holder lives, or may renew for all that is known at `readAtMs`, takes
 * consent to that, and a reason.
 */
export function requirementsOf(
  action: LockAction,
  { target, lock }: Pick<PreviewContext, 'target' | 'lock'>,
  { isUnproven, isAlone, readAtMs }: { isUnproven: boolean; isAlone: boolean; readAtMs: number },
): Preview['requires'] {
  const waited = lock !== null && isSome(lock.waiters.count);
  const judged = action !== 'extend' && lock ? { ...lock, isAlone } : null;
  const although = judged && althoughOf(judged, readAtMs);
  const untilMs = judged && although === 'renews' ? renewsUntilMs(judged) : null;
  const always = isUnproven || lock?.possible === true;
  const typedKey = always || (action !== 'extend' && (target.production || waited || although === 'alive'));
  return {
    reason: target.production || although !== null,
    typedKey,
    although,
    ...(untilMs !== null && { untilMs }),
  };
}

/** What has to be typed: the key, or a short name of a key that is too long or cannot be typed. */
export function typedKeyOf(key: ByteString, keyDigest: string): string {
  const { text, exact } = displayOf(key);
  const typeable = exact && text.length <= TYPED_LIMIT && text.trim() === text && text !== '';
  return typeable ? text : `key-${keyDigest.slice(0, 8)}`;
}

function whyNot(reading: LockReading, action: LockAction, target: PreviewContext['target']): Preview['why'] {
  const { format } = reading.recognised;
  if (target.readOnly) return { code: 'read-only', message: `${target.name} is watched read-only` };
  if (action === 'release') {
    return format.release ? null : unsupported(format, action, reading.raw.key);
  }
  if (action === 'quarantine') {
    const { sight, decoded } = reading.recognised;
    return canQuarantine(format, sight, decoded.holders)
      ? null
      : unsupported(format, action, reading.raw.key);
  }
  if (!format.extend) return unsupported(format, action, reading.raw.key);
  const ttlMs = ttlLeftOf(reading);
  if (ttlMs === 'none') {
    return { code: 'extend-unsupported', message: 'the lock never expires: there is nothing to extend' };
  }
  if (ttlMs === 0) {
    return { code: 'extend-unsupported', message: 'its lease has ended: there is nothing to extend' };
  }
  return null;
}
