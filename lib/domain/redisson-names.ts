import type { ByteString } from './bytes';

const LOCK_CHANNEL = 'redisson_lock__channel';
const OWNER_SUFFIX =
  /:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:-?\d+(?::write)?(?::[0-9a-f]{32})?$/;

/**
 * Redisson's rule for names derived from a lock's name: the name goes into a hash tag of its own unless it has an opening
 * brace anywhere. `x` and `{x}` therefore share every derived name.
 */
export function derivedName(prefix: string, key: ByteString): ByteString {
  return key.includes('{') ? `${prefix}:${key}` : `${prefix}:{${key}}`;
}

/** The other half of the rule: the lock's name with a suffix. */
function suffixedName(key: ByteString, suffix: string): ByteString {
  return `${readHoldsBaseOf(key)}:${suffix}`;
}

/** Every key whose `derivedName(prefix, key)` is `name`: none, one, or two of which Redis may have either. */
export function keysOfDerivedName(prefix: string, name: ByteString): ByteString[] {
  if (!name.startsWith(`${prefix}:`)) return [];
  const rest = name.slice(prefix.length + 1);
  const inner = rest.startsWith('{') && rest.endsWith('}') ? rest.slice(1, -1) : null;
  if (inner !== null && !inner.includes('{')) return [inner, rest];
  return rest.includes('{') ? [rest] : [];
}

/** Release channel of an RLock, and the start of a fair waiter's own channel. */
export function channelOf(key: ByteString): ByteString {
  return derivedName(LOCK_CHANNEL, key);
}

/** List of a fair lock's waiters, head first. */
export function fairQueueOf(key: ByteString): ByteString {
  return derivedName('redisson_lock_queue', key);
}

/** Sorted set of the deadlines of a fair lock's waiters, epoch ms. */
export function fairDeadlinesOf(key: ByteString): ByteString {
  return derivedName('redisson_lock_timeout', key);
}

/** Channel on which a fair lock's waiter is told that its turn has come. */
export function fairChannelOf(key: ByteString, owner: string): ByteString {
  return `${channelOf(key)}:${owner}`;
}

/** Counter of a fenced lock: the fencing token that was issued last. */
export function fenceOf(key: ByteString): ByteString {
  return derivedName('redisson_lock_token', key);
}

/** Release channel of both sides of a read-write lock. */
export function rwChannelOf(key: ByteString): ByteString {
  return derivedName('redisson_rwlock', key);
}

/** What a writer is called in the hash of a read-write lock; `token` alone is the same holder's name as a reader. */
export function writeOwnerOf(token: string): string {
  return `${token}:write`;
}

/** What the keys of all read holds of a lock start with; the read-write scripts take it as their second key. */
export function readHoldsBaseOf(key: ByteString): ByteString {
  return key.includes('{') ? key : `{${key}}`;
}

/** With `:<n>` appended, the key of the n-th read hold of `owner`, from 1; its TTL is what is left of that hold. */
export function readTimeoutPrefixOf(key: ByteString, owner: string): ByteString {
  return suffixedName(key, `${owner}:rwlock_timeout`);
}

/** Channel on which a semaphore tells how many permits are free. */
export function semaphoreChannelOf(key: ByteString): ByteString {
  return derivedName('redisson_sc', key);
}

/** Sorted set of the held permits of a semaphore: 16 bytes each, with its deadline in epoch ms. */
export function permitDeadlinesOf(key: ByteString): ByteString {
  return suffixedName(key, 'timeout');
}

/**
 * Keys that a release channel may belong to, the likeliest first; empty when it is no lock channel. Look which of them
 * exists. A channel that ends in an owner is taken for a fair waiter's own first, for a lock of that name second.
 */
export function rawNameOfChannel(channel: ByteString): ByteString[] {
  const plain = keysOfDerivedName(LOCK_CHANNEL, channel);
  const base = channel.replace(OWNER_SUFFIX, '');
  return base === channel ? plain : [...keysOfDerivedName(LOCK_CHANNEL, base), ...plain];
}
