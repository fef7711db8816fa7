import type { Lock } from '../contract/lock';
import type { LockList } from '../contract/locks';
import { holderNames } from '../domain/holders/lock-holder';
import { bytesOf, displayOf } from '../domain/keys/bytes';
import { compareLocks } from '../domain/lists/lock-sort';
import { type LookUp, lookUpOf } from '../domain/lists/look-up';
import { coverageOf } from '../domain/nodes/coverage';
import type { Runtime } from '../server/runtime/types';

/** Shortest key that is searched for in a pasted text; shorter ones occur in every text. */
const KEY_IN_TEXT = 4;
const TOKEN_IN_TEXT = 8;

/**
 * Locks whose key, release channel, holder, token, host or process the text names, best match first. A text of several
 * words, such as a stack trace or an exception of Redisson, finds the lock whose token it contains, then the other locks of
 * that client, then the locks whose key or token it contains.
 */
export function search(runtime: Runtime, text: string, limit: number): LockList {
  const wanted = text.trim().toLowerCase();
  const named = lookUpOf(text);
  const ofChannel = keysOfChannel(runtime, text.trim());
  const locks = runtime.locks();
  const worse = compareLocks('harm');
  const found = locks
    .map((lock) => ({ lock, rank: wanted === '' ? 0 : rankOf(lock, wanted, named, ofChannel) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || worse(a.lock, b.lock));
  return {
    locks: found.slice(0, limit).map(({ lock }) => lock),
    matched: found.length,
    total: locks.length,
    coverage: coverageOf(runtime.nodes()),
    nextCursor: null,
    version: runtime.live.version(),
    nowMs: runtime.now(),
  };
}

/** Keys of the locks whose release channel this may be, as text. */
function keysOfChannel(runtime: Runtime, channel: string): ReadonlySet<string> {
  const keys = runtime.all().flatMap(({ registry }) => registry.keysOfChannel(bytesOf(channel)));
  return new Set(keys.map((key) => displayOf(key).text));
}

function rankOf(lock: Lock, wanted: string, named: LookUp, ofChannel: ReadonlySet<string>): number {
  const key = lock.key.text.toLowerCase();
  if (key === wanted || ofChannel.has(lock.key.text)) return 8;
  const tokens = lock.holders.map((holder) => holder.token.text.toLowerCase());
  if (tokens.some((token) => token === wanted || named.tokens.includes(token))) return 7;
  if (key.startsWith(wanted)) return 6;
  if (key.includes(wanted)) return 5;
  const instances = lock.holders.map(({ process }) => process?.instance?.toLowerCase());
  if (instances.some((instance) => instance && named.instances.includes(instance))) return 4;
  const names = lock.holders.flatMap(holderNames).map((name) => name.toLowerCase());
  if ([...tokens, ...names].some((name) => name.includes(wanted))) return 2;
  if (!/\s/.test(wanted)) return 0;
  const inText =
    (key.length >= KEY_IN_TEXT && wanted.includes(key)) ||
    tokens.some((token) => token.length >= TOKEN_IN_TEXT && wanted.includes(token));
  return inText ? 1 : 0;
}
