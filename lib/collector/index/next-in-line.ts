import type { Waiters } from '../../contract/lock';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { LockFacts } from '../../domain/locks/lock-facts';
import { NOT_COUNTED, waitersAs } from '../../domain/values/counted';
import type { Decoded, QueuePlace } from '../../formats/core/format';
import type { Recognised } from '../../formats/index';
import type { AnyRedis } from '../../redis/connection';
import { subscribersOf } from '../../redis/subscribers';
import type { KeyUses } from './key-uses';

/** Whether the lock is free and its own key absent, so that only its companion keys show it. */
export function isAbsent({ sight }: Recognised): boolean {
  return sight.raw.type === 'none';
}

/** The first waiter of a queue whose place has not expired; undefined = there is none. */
export function firstOf({ queue }: Decoded): QueuePlace | undefined {
  return queue?.places?.find(({ ghost }) => !ghost);
}

/** Number of live waiters in the queue; 0 = the queue went away since the last reading; null = there was no queue. */
export function queuedNow(
  before: { recognised: Pick<Recognised, 'decoded'> } | undefined,
  { decoded }: Pick<Recognised, 'decoded'>,
): number | null {
  if (decoded.queue) return decoded.queue.live;
  return before?.recognised.decoded.queue ? 0 : null;
}

/**
 * Number of clients that listen for the turn of the first waiter of a free lock; null = there is no such waiter, or the
 * number cannot be known. Asks Redis for nothing else. Rejects when the connection fails.
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

/** Sets the next waiter by this reading and since when no client listens for its turn; null = no next waiter. */
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
 * What else the key of a lock is used for; null = nothing. An absent key has no use: the next value of the key is compared
 * with the last one before it was absent.
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

/** Whether companion keys may not be read, so that their waiters are unknown. */
export function lacksKeys({ sight }: Recognised): boolean {
  for (const { type } of sight.companions.values()) if (type === 'denied') return true;
  return false;
}

/** Waiters of a lock that was just read: from its queue, or else from its channels where they can be counted. */
export function waitersIn(recognised: Recognised, listening: (key: ByteString) => Waiters): Waiters {
  const { format, decoded, sight } = recognised;
  const { key, readAtMs } = sight.raw;
  if (decoded.queue) return waitersAs(decoded.queue.live, { by: 'read', atMs: readAtMs });
  return format.channels && !lacksKeys(recognised) ? listening(key) : NOT_COUNTED;
}
