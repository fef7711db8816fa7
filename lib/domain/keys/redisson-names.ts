import type { ByteString } from './bytes';

const LOCK_CHANNEL = 'redisson_lock__channel';
const FAIR_QUEUE = 'redisson_lock_queue';
const FAIR_DEADLINES = 'redisson_lock_timeout';
const FENCE = 'redisson_lock_token';
const RW_CHANNEL = 'redisson_rwlock';
const SEMAPHORE_CHANNEL = 'redisson_sc';
const LATCH_CHANNEL = 'redisson_countdownlatch__channel__';
const PERMIT_DEADLINES = 'timeout';
const OWNER = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:-?\\d+';
const OWNER_SUFFIX = new RegExp(`:${OWNER}(?::write)?(?::[0-9a-f]{32})?$`);
const READ_TIMEOUT_SUFFIX = new RegExp(`:${OWNER}(?::[0-9a-f]{32})?:rwlock_timeout:\\d+$`);

/**
 * Redisson's rule for names derived from a lock's name: it wraps the name in braces as a hash tag unless the name
 * contains an opening brace. `x` and `{x}` therefore share every derived name.
 */
export function derivedName(prefix: string, key: ByteString): ByteString {
  return key.includes('{') ? `${prefix}:${key}` : `${prefix}:{${key}}`;
}

/** The second form of the rule: the lock's name with a suffix. */
function suffixedName(key: ByteString, suffix: string): ByteString {
  return `${readHoldsBaseOf(key)}:${suffix}`;
}

/** Every key whose `derivedName(prefix, key)` is `name`: none, one, or two, either of which may exist in Redis. */
export function keysOfDerivedName(prefix: string, name: ByteString): ByteString[] {
  return name.startsWith(`${prefix}:`) ? keysOfBraced(name.slice(prefix.length + 1)) : [];
}

/** Every key whose braced form in derived names is `braced`. */
function keysOfBraced(braced: ByteString): ByteString[] {
  const inner = braced.startsWith('{') && braced.endsWith('}') ? braced.slice(1, -1) : null;
  if (inner !== null && !inner.includes('{')) return [inner, braced];
  return braced.includes('{') ? [braced] : [];
}

/** Release channel of an RLock, and the start of a fair waiter's own channel. */
export function channelOf(key: ByteString): ByteString {
  return derivedName(LOCK_CHANNEL, key);
}

/** List of a fair lock's waiters, head first. */
export function fairQueueOf(key: ByteString): ByteString {
  return derivedName(FAIR_QUEUE, key);
}

/** Sorted set of the deadlines of a fair lock's waiters, epoch ms. */
export function fairDeadlinesOf(key: ByteString): ByteString {
  return derivedName(FAIR_DEADLINES, key);
}

/** Fair locks that a list or sorted set of this name may belong to. */
export function keysOfFairName(name: ByteString): ByteString[] {
  return [...keysOfDerivedName(FAIR_QUEUE, name), ...keysOfDerivedName(FAIR_DEADLINES, name)];
}

/** Channel that notifies a fair lock's waiter that its turn has come. */
export function fairChannelOf(key: ByteString, owner: string): ByteString {
  return `${channelOf(key)}:${owner}`;
}

/** Counter of a fenced lock: the last fencing token that was issued. */
export function fenceOf(key: ByteString): ByteString {
  return derivedName(FENCE, key);
}

/** Fenced locks that a counter of this name may belong to. */
export function keysOfFence(name: ByteString): ByteString[] {
  return keysOfDerivedName(FENCE, name);
}

/** Release channel of both sides of a read-write lock. */
export function rwChannelOf(key: ByteString): ByteString {
  return derivedName(RW_CHANNEL, key);
}

/** Read-write locks that a channel of this name may belong to. */
export function keysOfRwChannel(channel: ByteString): ByteString[] {
  return keysOfDerivedName(RW_CHANNEL, channel);
}

/** Name of a writer in the hash of a read-write lock; as a reader the same holder is `token` alone. */
export function writeOwnerOf(token: string): string {
  return `${token}:write`;
}

/** Common start of the keys of all read holds of a lock; the read-write scripts take it as their second key. */
export function readHoldsBaseOf(key: ByteString): ByteString {
  return key.includes('{') ? key : `{${key}}`;
}

/** With `:<n>` appended, the key of the n-th read hold of `owner`, from 1; its TTL is the time left of that hold. */
export function readTimeoutPrefixOf(key: ByteString, owner: string): ByteString {
  return suffixedName(key, `${owner}:rwlock_timeout`);
}

/** Read-write locks that the key of a read hold may belong to. */
export function keysOfReadTimeout(name: ByteString): ByteString[] {
  const braced = name.replace(READ_TIMEOUT_SUFFIX, '');
  return braced === name ? [] : keysOfBraced(braced);
}

/** Channel on which a semaphore publishes how many permits are free. */
export function semaphoreChannelOf(key: ByteString): ByteString {
  return derivedName(SEMAPHORE_CHANNEL, key);
}

/** Semaphores that a channel of this name may belong to. */
export function keysOfSemaphoreChannel(channel: ByteString): ByteString[] {
  return keysOfDerivedName(SEMAPHORE_CHANNEL, channel);
}

/** Sorted set of the held permits of a semaphore: 16 bytes each, with its deadline in epoch ms. */
export function permitDeadlinesOf(key: ByteString): ByteString {
  return suffixedName(key, PERMIT_DEADLINES);
}

/** Semaphores that a sorted set of this name may belong to. */
export function keysOfPermitDeadlines(name: ByteString): ByteString[] {
  const suffix = `:${PERMIT_DEADLINES}`;
  return name.endsWith(suffix) ? keysOfBraced(name.slice(0, -suffix.length)) : [];
}

/** Channel on which a count-down latch announces that it opened. The only name that always gets braces. */
export function latchChannelOf(key: ByteString): ByteString {
  return `${LATCH_CHANNEL}{${key}}`;
}

/** The latch that a channel of this name belongs to. */
export function keysOfLatchChannel(channel: ByteString): ByteString[] {
  const isOne = channel.startsWith(`${LATCH_CHANNEL}{`) && channel.endsWith('}');
  return isOne ? [channel.slice(LATCH_CHANNEL.length + 1, -1)] : [];
}

/**
 * Keys that a release channel may belong to, the likeliest first; empty when it is no lock channel. The caller checks
 * which of them exists. A channel that ends in an owner is first taken for a fair waiter's own, then for that of a lock
 * with this name.
 */
export function rawNameOfChannel(channel: ByteString): ByteString[] {
  const plain = keysOfDerivedName(LOCK_CHANNEL, channel);
  const base = channel.replace(OWNER_SUFFIX, '');
  return base === channel ? plain : [...keysOfDerivedName(LOCK_CHANNEL, base), ...plain];
}
