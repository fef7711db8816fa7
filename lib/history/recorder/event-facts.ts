import type { LockInfo } from '../database/batch';
import type { LockRecorder } from './lock-recorder';

/** One thing that happened to a lock, counted by a keyspace event. `heldMs` null = not measured. Epoch ms. */
export type EventFact = {
  lock: LockInfo;
  did: 'acquired' | 'renewed' | 'released' | 'expired' | 'lost';
  atMs: number;
  heldMs: number | null;
};

const COLUMN = {
  acquired: 'acquisitions',
  renewed: 'renewals',
  released: 'releases',
  expired: 'lapses',
  lost: 'lost',
} as const satisfies Record<EventFact['did'], string>;

/**
 * Adds a fact to the figures of its lock, family and target. From then on facts, not readings, say whether the lock is held,
 * until a reading that no event explains, or `readingsDecide`.
 */
export function takeFact(locks: LockRecorder, { lock, did, atMs, heldMs }: EventFact, nowMs: number): void {
  const { counters, long } = locks;
  const tracked = locks.tracked.get(lock.id) ?? locks.track(lock, null, nowMs);
  const { accounts, facts } = tracked;
  tracked.touchedMs = nowMs;
  counters.count(accounts, COLUMN[did], atMs, nowMs);
  if (heldMs !== null) {
    counters.time(accounts, 'hold', heldMs, atMs, nowMs);
    long.ended(lock.family, heldMs);
  }
  if (did === 'renewed') facts.renewedMs = atMs;
  if (did === 'released') facts.releasedMs = atMs;
  facts.decide = true;
  locks.setHeld(tracked, did === 'acquired' || did === 'renewed', atMs, nowMs);
}

/** Events are not counted any more: whether each lock is held is what was read last. */
export function readingsDecide(locks: LockRecorder, nowMs: number): void {
  for (const tracked of locks.tracked.values()) {
    if (!tracked.facts.decide) continue;
    tracked.facts.decide = false;
    locks.setHeld(tracked, tracked.holds.size > 0, nowMs);
  }
}
