import type { Waiters } from '../../contract/lock';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { LockFacts } from '../../domain/locks/lock-facts';
import { NOT_COUNTED, waitersAs } from '../../domain/values/counted';
import type { Decoded, QueuePlace } from '../../formats/core/format';
import type { Recognised } from '../../formats/index';
import type { AnyRedis } from '../../redis/connection';
import { subscribersOf } from '../../redis/subscribers';
import type { KeyUses } from './key-uses';

/** Whether nobody has the lock and its key is absent: only the keys beside it tell of it. */
export function isAbsent({ sight }: Recognised): boolean {
  return sight.raw.type === 'none';
}

/** The first of a queue whose turn has not lapsed; undefined = there is none. */
export function firstOf({ queue }: Decoded): QueuePlace | undefined {
  return queue?.places?.find(({ ghost }) => !ghost);
}

/** How many wait in the queue; 0 = it is gone since the last reading; null = there was none, and others may wait. */
export function queuedNow(
  before: { recognised: Pick<Recognised, 'decoded'> } | undefined,
  { decoded }: Pick<Recognised, 'decoded'>,
): number | null {
  if (decoded.queue) return decoded.queue.live;
  return before?.recognised.decoded.queue ? 0 : null;
}

/**
 * Clients that listen for the turn of the first in the queue of a free lock; null = nobody's turn it is, or it cannot be
 * known. Asks Redis for nothing else. Rejects when the connection fails.
 */
export async function listenersOfNext(
  redis: AnyRedis,
  recognised: Recognised | null,
): Promise<number | null> {
  if (!recognised || !isAbsent(recognised)) return null;
  const { format, decoded, sight } = recognised;
  const first = firstOf(decoded);
  const channel = first && format.channels?.waiterChannelOf?.(sight.raw.key, first.token);
  if (!channel) return null;
  try {
    const { classic, sharded } = await subscribersOf(redis, channel);
    return classic + sharded;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') return null; // may not ask
    throw error;
  }
}

/** The facts with whose turn it is by this reading, and since when nobody listens for it; null = nobody's. */
export function withNext(facts: LockFacts, recognised: Recognised, listeners: number | null): LockFacts {
  const before = facts.next ?? null;
  const first = isAbsent(recognised) ? firstOf(recognised.decoded) : undefined;
  if (!first) return before ? { ...facts, next: null } : facts;
  const { token, deadlineMs } = first;
  const atMs = recognised.sight.raw.readAtMs;
  const known = before?.token === token ? before.unheardSinceMs : null;
  const unheardSinceMs = listeners === 0 ? (known ?? atMs) : null;
  return { ...facts, next: { token, label: displayOf(token).text, deadlineMs, unheardSinceMs, atMs } };
}

/**
 * What else the key of a lock is used for; null = nothing. A lock whose key is absent uses it for nothing: what stands there
 * next is compared with what stood there before.
 */
export function collisionOf(
  uses: KeyUses,
  recognised: Recognised,
  entry: Parameters<KeyUses['collision']>[1],
  sameHold: boolean,
): ReturnType<KeyUses['collision']> {
  const was = entry && isAbsent(entry.recognised) ? undefined : entry;
  if (!isAbsent(recognised)) return uses.collision(recognised, was, sameHold);
  if (was) uses.ended(was);
  return null;
}

/** Keys that belong to it may not be read: who waits in them is not known. */
export function lacksKeys({ sight }: Recognised): boolean {
  for (const { type } of sight.companions.values()) if (type === 'denied') return true;
  return false;
}

/** Waiters of a lock that was just read: of its queue, or else of its channels where they can be counted. */
export function waitersIn(recognised: Recognised, listening: (key: ByteString) => Waiters): Waiters {
  const { format, decoded, sight } = recognised;
  const { key, readAtMs } = sight.raw;
  if (decoded.queue) return waitersAs(decoded.queue.live, { by: 'read', atMs: readAtMs });
  return format.channels && !lacksKeys(recognised) ? listening(key) : NOT_COUNTED;
}
