import { shownToken } from '../collector/index/build-lock';
import { LockIndex } from '../collector/index/lock-index';
import type { Collector } from '../collector/types';
import type { Lock } from '../contract/lock';
import type { DisplayText } from '../domain/keys/bytes';
import { NOT_COUNTED } from '../domain/values/counted';
import type { LockReading } from './read-lock';

/**
 * The lock that a reading shows. Known facts (since, renewals, waiters) are used while they are about the same hold; for
 * another holder than the known one only this reading counts. `known` is as somebody may see it: `asShown` is how they see
 * the text of a token.
 */
export function lockAsRead(
  reading: LockReading,
  known: Lock | null,
  place: Pick<Collector, 'target' | 'nodeOf'>,
  nowMs: number,
  asShown: (token: DisplayText) => string = ({ text }) => text,
): Lock {
  const { raw, recognised } = reading;
  const { ttlMs } = recognised.decoded;
  const base = known && isSameHold(known, reading, asShown) ? known : onlyRead(reading, known, place, nowMs);
  return {
    ...base,
    ttlMs,
    expiresAtMs: ttlMs === 'none' ? 'none' : raw.readAtMs + ttlMs,
    holders: base.holders.map((holder, i) => ({
      ...holder,
      ttlMs: recognised.decoded.holders[i]?.ttlMs ?? ttlMs,
    })),
    known: { by: 'read', atMs: raw.readAtMs },
    confirmed: { by: 'read', atMs: raw.readAtMs },
  };
}

/** The lock as an index without earlier readings builds it. */
function onlyRead(
  { raw, recognised }: LockReading,
  known: Lock | null,
  { target, nodeOf }: Pick<Collector, 'target' | 'nodeOf'>,
  nowMs: number,
): Lock {
  const index = new LockIndex({
    sources: { target, nodeOf, sightOf: () => null, waitersOf: () => known?.waiters ?? NOT_COUNTED },
    clock: { now: () => nowMs, nextSeq: () => 0 },
    onChange: () => {},
    onWaiting: () => {},
  });
  index.apply(raw, recognised, { by: 'read', wasAbsent: false, writes: null, tookMs: 0 });
  const [lock] = index.locks();
  if (!lock) throw new Error('an index that took in a lock has none');
  return { ...lock, waiterSeconds: known?.waiterSeconds ?? null };
}

function isSameHold(
  known: Lock,
  { recognised }: LockReading,
  asShown: (token: DisplayText) => string,
): boolean {
  const { holders, ttlMs } = recognised.decoded;
  return (
    known.format.id === recognised.format.id &&
    known.holders.length === holders.length &&
    holders.every((holder, i) => {
      const shown = known.holders[i];
      const token = asShown(shownToken(holder, recognised));
      return shown?.holdCount === holder.holdCount && shown.token.text === token;
    }) &&
    (known.ttlMs === 'none') === (ttlMs === 'none')
  );
}
