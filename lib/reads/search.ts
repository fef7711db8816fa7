import { LOCK_MATCHES } from '../contract/codes';
import type { SearchAnswer } from '../contract/locks';
import { bytesOf, displayOf } from '../domain/keys/bytes';
import { compareLocks } from '../domain/lists/lock-sort';
import { matchOf, wantedOf } from '../domain/lists/match-lock';
import { coverageOf } from '../domain/nodes/coverage';
import type { Runtime } from '../server/runtime/types';

/**
 * Locks whose key, release channel, holder, token, host or process the text names, best match first, each with the reason.
 * A text of several words, such as a stack trace or an exception of Redisson, finds the lock whose token it contains, then
 * the other locks of that client, then the locks whose key, token or host it contains.
 */
export function search(runtime: Runtime, text: string, limit: number): SearchAnswer {
  const wanted = wantedOf(text, keysOfChannel(runtime, text.trim()));
  const locks = runtime.locks();
  const worse = compareLocks('harm');
  const found = locks
    .flatMap((lock) => {
      const by = matchOf(lock, wanted);
      return by === null ? [] : [{ lock, by, rank: LOCK_MATCHES.indexOf(by) }];
    })
    .sort((a, b) => a.rank - b.rank || worse(a.lock, b.lock));
  const shown = found.slice(0, limit);
  return {
    locks: shown.map(({ lock }) => lock),
    matchedBy: shown.map(({ by }) => by),
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
