import type { Lock } from '../contract/lock';
import type { LockDetail, LockList } from '../contract/locks';
import type { LiveMessage } from '../contract/stream';
import type { LockId } from '../domain/keys/lock-id';
import { withSample, withVotes } from '../domain/locks/ttl-samples';

export type Patch = Pick<
  Extract<LiveMessage, { type: 'patch' }>,
  'version' | 'nowMs' | 'changed' | 'removed' | 'events'
>;

const EVENT_LIMIT = 200;

/** Several patches as one, in their order: of each lock the last word counts, every event stays. */
export function mergePatches<P extends Patch>(first: P, ...rest: P[]): P {
  if (rest.length === 0) return first;
  const changed = new Map<LockId, Lock>();
  const removed = new Set<LockId>();
  for (const patch of [first, ...rest]) {
    for (const id of patch.removed) {
      changed.delete(id);
      removed.add(id);
    }
    for (const lock of patch.changed) {
      removed.delete(lock.id);
      changed.set(lock.id, lock);
    }
  }
  return {
    ...(rest.at(-1) ?? first),
    changed: [...changed.values()],
    removed: [...removed],
    events: [first, ...rest].flatMap(({ events }) => events),
  };
}

/** A list with a patch applied; locks that did not change keep their identity, and so does an untouched list. */
export function patchList(list: LockList, patch: Patch): LockList {
  if (patch.version <= list.version) return list;
  const changed = new Map(patch.changed.map((lock) => [lock.id, lock]));
  // What turns out to be only possible is listed elsewhere.
  const removed = new Set([
    ...patch.removed,
    ...patch.changed.flatMap(({ id, possible }) => (possible ? id : [])),
  ]);
  if (!list.locks.some(({ id }) => changed.has(id) || removed.has(id))) return list;
  const locks = list.locks.filter(({ id }) => !removed.has(id)).map((lock) => changed.get(lock.id) ?? lock);
  const gone = list.locks.length - locks.length;
  return {
    ...list,
    locks,
    matched: Math.max(0, list.matched - gone),
    total: Math.max(0, list.total - gone),
    version: patch.version,
    nowMs: patch.nowMs,
  };
}

/** A lock page with a patch applied; the same object when the patch is about other locks. */
export function patchDetail(detail: LockDetail, patch: Patch): LockDetail {
  const lock = patch.changed.find(({ id }) => id === detail.lock.id);
  const fresh = patch.events.filter(({ id, seq }) => id === detail.lock.id && !hasEvent(detail, seq));
  if (!lock && fresh.length === 0) return detail;
  return {
    ...detail,
    lock: lock ?? detail.lock,
    holderDigests: lock ? digestsOf(lock, detail) : detail.holderDigests,
    events: [...fresh].reverse().concat(detail.events).slice(0, EVENT_LIMIT),
    ...(lock && samplesOf(detail, lock)),
    nowMs: patch.nowMs,
  };
}

/** Digests are in the order of the holders. Of one that came since there is none yet, which is told as an empty one. */
function digestsOf(lock: Lock, before: LockDetail): string[] {
  const { holders } = before.lock;
  return lock.holders.map(({ token }) => {
    const same = holders.flatMap((holder, i) => (holder.token.text === token.text ? [i] : []));
    const [at] = same;
    return at !== undefined && same.length === 1 ? (before.holderDigests[at] ?? '') : '';
  });
}

function hasEvent(detail: LockDetail, seq: number): boolean {
  return detail.events.some((event) => event.seq === seq);
}

/**
 * The saw-tooth belongs to one holder: another one starts it anew. What the masters of a group say together is no reading of
 * any of them: each has a line of its own.
 */
function samplesOf(detail: LockDetail, lock: Lock): Pick<LockDetail, 'ttlSamples' | 'nodeSamples'> {
  const { ttlMs, known, votes } = lock;
  const isSame = lock.holders[0]?.token.text === detail.lock.holders[0]?.token.text;
  const before = isSame ? detail.ttlSamples : [];
  if (votes) return { ttlSamples: before, nodeSamples: withVotes(detail.nodeSamples ?? [], votes, isSame) };
  return { ttlSamples: ttlMs === null ? before : withSample(before, { atMs: known.atMs, ttlMs }) };
}
