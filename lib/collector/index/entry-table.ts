import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { Entry } from './entry-types';

/** The entries of an index: by key, by id, and by the heartbeat records of their holders' processes. */
type EntryTable = {
  get(key: ByteString): Entry | undefined;
  find(id: LockId): Entry | undefined;
  all(): MapIterator<Entry>;
  /** The entries that the process of this heartbeat record holds. */
  ofRecord(id: string): Iterable<Entry>;
  recordIds(): Iterable<string>;
  add(entry: Entry): void;
  remove(entry: Entry): void;
  /** The holders of an entry may have changed; `before` = its previous record ids. */
  changed(entry: Entry, before: readonly string[]): void;
};

export function createEntryTable(): EntryTable {
  const byKey = new Map<ByteString, Entry>();
  const byId = new Map<LockId, Entry>();
  /** Most processes hold one lock, which is stored without a set. */
  const byRecord = new Map<string, Entry | Set<Entry>>();

  function leave(entry: Entry, ids: readonly string[]): void {
    for (const id of ids) {
      const there = byRecord.get(id);
      if (there === entry || (there instanceof Set && there.delete(entry) && there.size === 0))
        byRecord.delete(id);
    }
  }

  function join(entry: Entry): void {
    for (const id of entry.recordIds) {
      const there = byRecord.get(id);
      if (there instanceof Set) there.add(entry);
      else byRecord.set(id, there === undefined || there === entry ? entry : new Set([there, entry]));
    }
  }

  function ofRecord(id: string): Iterable<Entry> {
    const there = byRecord.get(id);
    if (there instanceof Set) return there;
    return there === undefined ? [] : [there];
  }

  return {
    get: (key) => byKey.get(key),
    find: (id) => byId.get(id),
    all: () => byKey.values(),
    ofRecord,
    recordIds: () => byRecord.keys(),
    add(entry) {
      byKey.set(entry.key, entry);
      byId.set(entry.id, entry);
      join(entry);
    },
    remove(entry) {
      byKey.delete(entry.key);
      byId.delete(entry.id);
      leave(entry, entry.recordIds);
    },
    changed(entry, before) {
      if (before === entry.recordIds) return;
      leave(entry, before);
      join(entry);
    },
  };
}
