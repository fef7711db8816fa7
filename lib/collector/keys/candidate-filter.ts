import type { ByteString } from '../../domain/keys/bytes';
import { isInternalKey } from '../../domain/keys/internal-keys';
import type { Registry } from '../../formats/index';
import type { LockIndex } from '../index/lock-index';
import type { CompanionBook } from './companions';
import type { DirtyKeyQueue } from './dirty-key-queue';
import type { SeenKeyFilter } from './seen-key-filter';

const TOLD = 5_000;

/** Decides which of the keys that reach us without asking are worth a look. */
export type CandidateFilter = {
  /** Whether the name, or a release channel of that name, says lock. */
  matchesPattern(key: ByteString): boolean;
  /** Ids of the formats on whose channels the name was heard of. */
  heardOf(key: ByteString): readonly string[];
  /** Those of these names that say lock, and the locks that the others belong to. */
  filter(keys: readonly ByteString[]): ByteString[];
  /** The key was written. */
  changed(key: ByteString): void;
  /** A release message was published there. */
  released(channel: ByteString): void;
  /** Somebody waits there, and for no lock that is known to have this channel. */
  awaited(channel: ByteString): void;
};

export function createCandidateFilter(options: {
  registry: Registry;
  index: LockIndex;
  seen: SeenKeyFilter;
  companions: CompanionBook;
  dirtyKeys: Pick<DirtyKeyQueue, 'add' | 'addCandidate' | 'addUnrecognised'>;
  now: () => number;
}): CandidateFilter {
  const { registry, index, seen, companions, dirtyKeys, now } = options;
  /** Names that channels told, and the formats that have these channels. */
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
      dirtyKeys.addCandidate(key);
    }
  }

  return {
    matchesPattern,
    heardOf: (key) => told.get(key) ?? NOTHING,
    filter(keys) {
      const owners = companions.notice(keys);
      return owners.length > 0
        ? [...new Set([...registry.names.filter(keys), ...owners])]
        : registry.names.filter(keys);
    },
    changed(key) {
      // Every heartbeat writes its record; those are read when they are due.
      if (isInternalKey(key)) return;
      index.changedSince(key);
      index.acquisitions.written(index.get(key));
      for (const owner of companions.notice([key])) dirtyKeys.addCandidate(owner);
      if (index.get(key) || matchesPattern(key)) dirtyKeys.add(key);
      else if (!seen.skips(key, now())) dirtyKeys.addUnrecognised(key);
    },
    released(channel) {
      for (const key of registry.keysOfChannel(channel)) index.announce(key);
      awaited(channel);
    },
    awaited,
  };
}
