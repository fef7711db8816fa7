import type { ByteString } from '../../domain/keys/bytes';
import { isInternalKey } from '../../domain/keys/internal-keys';
import type { Registry } from '../../formats/index';
import type { LockIndex } from '../index/lock-index';
import { type CompanionBook, createCompanionBook } from './companions';
import type { DirtyKeyQueue } from './dirty-key-queue';
import { createSeenKeyFilter, type SeenKeyFilter } from './seen-key-filter';

const TOLD = 5_000;

/** Decides which of the reported keys are worth reading. */
export type CandidateFilter = {
  /** Keys that were read and are no locks. */
  readonly seen: SeenKeyFilter;
  /** Keys that belong to the lock of another key. */
  readonly companions: CompanionBook;
  /** Whether the name, or a release channel of that name, matches a lock pattern. */
  matchesPattern(key: ByteString): boolean;
  /** Ids of the formats on whose channels the name appeared. */
  heardOf(key: ByteString): readonly string[];
  /** The names among these that match a lock pattern, and the owners of the companion keys among them. */
  filter(keys: readonly ByteString[]): ByteString[];
  /** The key was written. */
  changed(key: ByteString): void;
  /** A release message was published on this channel. */
  released(channel: ByteString): void;
  /** A client waits on this channel, which belongs to no known lock. */
  awaited(channel: ByteString): void;
  /** A server is away: what its keys were is no longer known. */
  forget(): void;
};

export function createCandidateFilter(options: {
  registry: Registry;
  index: LockIndex;
  /** The queue of the server that has this key; absent = no server has it now. */
  queueOf(key: ByteString): Pick<DirtyKeyQueue, 'add' | 'addCandidate' | 'addUnrecognised'> | undefined;
  now: () => number;
}): CandidateFilter {
  const { registry, index, queueOf, now } = options;
  const seen = createSeenKeyFilter();
  const companions = createCompanionBook(registry);
  /** Names learned from channels, and the formats of these channels. */
  const told = new Map<ByteString, readonly string[]>();
  const NOTHING: readonly string[] = [];

  function matchesPattern(key: ByteString): boolean {
    return !isInternalKey(key) && (told.has(key) || registry.names.matches(key));
  }

  function tell(key: ByteString, ids: readonly string[]): void {
    const known = told.get(key) ?? NOTHING;
    told.delete(key);
    told.set(key, ids.every((id) => known.includes(id)) ? known : [...new Set([...known, ...ids])]);
    if (told.size > TOLD) told.delete(told.keys().next().value ?? '');
  }

  function awaited(channel: ByteString): void {
    const ids = registry.formatsOfChannel(channel);
    for (const key of registry.keysOfChannel(channel)) {
      tell(key, ids);
      queueOf(key)?.addCandidate(key);
    }
  }

  return {
    seen,
    companions,
    matchesPattern,
    heardOf: (key) => told.get(key) ?? NOTHING,
    filter(keys) {
      const owners = companions.notice(keys);
      return owners.length > 0
        ? [...new Set([...registry.names.filter(keys), ...owners])]
        : registry.names.filter(keys);
    },
    changed(key) {
      // Every heartbeat writes its record; records are read on their own schedule.
      if (isInternalKey(key)) return;
      index.changedSince(key);
      index.acquisitions.written(index.get(key));
      for (const owner of companions.notice([key])) queueOf(owner)?.addCandidate(owner);
      if (index.get(key) || matchesPattern(key)) queueOf(key)?.add(key);
      else if (!seen.skips(key, now())) queueOf(key)?.addUnrecognised(key);
    },
    released(channel) {
      for (const key of registry.keysOfChannel(channel)) index.announce(key);
      awaited(channel);
    },
    awaited,
    forget() {
      seen.clear();
      companions.clear();
    },
  };
}
