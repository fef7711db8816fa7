import type { ByteString } from '../domain/bytes';
import { isInternalKey } from '../domain/internal-keys';
import type { NameMatcher } from '../formats/index';
import type { Inbox } from './inbox';
import type { LockIndex } from './lock-index';
import { keysOfChannel } from './release-channels';
import type { SeenKeys } from './seen-keys';

const CHANNEL_NAMED = 5_000;

/** Decides which of the keys that reach us without asking are worth a look. */
export type Attention = {
  /** Whether the name, or a release channel of that name, says lock. */
  isNamed(key: ByteString): boolean;
  /** The key was written. */
  changed(key: ByteString): void;
  /** A release message was published there. */
  released(channel: ByteString): void;
  /** Somebody waits for a lock of one of these names. */
  awaited(candidates: readonly ByteString[]): void;
};

export function createAttention(options: {
  matcher: NameMatcher;
  index: LockIndex;
  seen: SeenKeys;
  inbox: Inbox;
  now: () => number;
}): Attention {
  const { matcher, index, seen, inbox, now } = options;
  const byChannel = new Set<ByteString>();

  function isNamed(key: ByteString): boolean {
    return !isInternalKey(key) && (byChannel.has(key) || matcher.matches(key));
  }

  function awaited(candidates: readonly ByteString[]): void {
    for (const key of candidates) {
      byChannel.delete(key);
      byChannel.add(key);
      if (byChannel.size > CHANNEL_NAMED) byChannel.delete(byChannel.values().next().value ?? '');
      inbox.add(key);
    }
  }

  return {
    isNamed,
    changed(key) {
      // Every heartbeat writes its record; those are read when they are due.
      if (isInternalKey(key)) return;
      if (index.get(key) || isNamed(key)) inbox.add(key);
      else if (!seen.skips(key, now())) inbox.addStranger(key);
    },
    released(channel) {
      const candidates = keysOfChannel(channel);
      for (const key of candidates) index.announce(key);
      awaited(candidates);
    },
    awaited,
  };
}
