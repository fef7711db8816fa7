import type { ByteString } from '../domain/bytes';
import { isInternalKey } from '../domain/internal-keys';
import type { NameMatcher } from '../formats/index';
import type { CompanionBook } from './companions';
import type { Inbox } from './inbox';
import type { LockIndex } from './lock-index';
import { keysOfChannel } from './release-channels';
import type { SeenKeys } from './seen-keys';

const TOLD = 5_000;

/** Decides which of the keys that reach us without asking are worth a look. */
export type Attention = {
  /** Whether the name, or a release channel of that name, says lock. */
  isNamed(key: ByteString): boolean;
  /** Those of these names that say lock, and the locks that the others belong to. */
  filter(keys: readonly ByteString[]): ByteString[];
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
  companions: CompanionBook;
  inbox: Inbox;
  now: () => number;
}): Attention {
  const { matcher, index, seen, companions, inbox, now } = options;
  /** Names that a channel or a companion told. */
  const told = new Set<ByteString>();

  function isNamed(key: ByteString): boolean {
    return !isInternalKey(key) && (told.has(key) || matcher.matches(key));
  }

  function tell(key: ByteString): void {
    told.delete(key);
    told.add(key);
    if (told.size > TOLD) told.delete(told.values().next().value ?? '');
  }

  function awaited(candidates: readonly ByteString[]): void {
    for (const key of candidates) {
      tell(key);
      inbox.add(key);
    }
  }

  return {
    isNamed,
    filter(keys) {
      const owners = companions.notice(keys);
      for (const key of owners) tell(key);
      return owners.length > 0 ? [...new Set([...matcher.filter(keys), ...owners])] : matcher.filter(keys);
    },
    changed(key) {
      // Every heartbeat writes its record; those are read when they are due.
      if (isInternalKey(key)) return;
      const owners = companions.notice([key]);
      if (owners.length > 0) awaited(owners);
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
