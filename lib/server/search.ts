import type { LockList } from '../domain/api';
import type { Lock } from '../domain/lock';
import { holderNames } from '../domain/lock-holder';
import { compareLocks } from '../domain/lock-sort';
import { coverageOf } from './overview';
import type { Runtime } from './runtime-core';

/** Shortest key that is looked for in a pasted text; shorter ones are in every text. */
const KEY_IN_TEXT = 4;
const TOKEN_IN_TEXT = 8;

/**
 * Locks whose key, holder, token, host or process a text names, the best match first. A text of several words, a pasted
 * stack trace say, also finds the locks whose key or token stands in it.
 */
export function search(runtime: Runtime, text: string, limit: number): LockList {
  const wanted = text.trim().toLowerCase();
  const locks = runtime.locks();
  const worse = compareLocks('harm');
  const found = locks
    .map((lock) => ({ lock, rank: wanted === '' ? 0 : rankOf(lock, wanted) }))
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

function rankOf(lock: Lock, wanted: string): number {
  const key = lock.key.text.toLowerCase();
  if (key === wanted) return 5;
  if (key.startsWith(wanted)) return 4;
  if (key.includes(wanted)) return 3;
  const tokens = lock.holders.map((holder) => holder.token.text.toLowerCase());
  const names = lock.holders.flatMap(holderNames).map((name) => name.toLowerCase());
  if ([...tokens, ...names].some((name) => name.includes(wanted))) return 2;
  if (!/\s/.test(wanted)) return 0;
  const inText =
    (key.length >= KEY_IN_TEXT && wanted.includes(key)) ||
    tokens.some((token) => token.length >= TOKEN_IN_TEXT && wanted.includes(token));
  return inText ? 1 : 0;
}
