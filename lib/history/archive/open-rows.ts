/** Row numbers of what goes on, by the `uid` that later batches name it by. */
export type OpenRows = {
  idOf(uid: string): number | undefined;
  /** Whether a write of it failed in a way that may have worked. */
  isUncertain(uid: string): boolean;
  /** `goesOn` false: it may still be changed for a while, and is forgotten as others end. */
  set(uid: string, id: number, goesOn: boolean): void;
  doubt(uids: Iterable<string>): void;
  ids(): Set<number>;
};

/** Of what ended, since the holder of a lapsed lease may be heard of later, and of what is uncertain. */
const KEPT = 20_000;

/** `prefix` marks uids that were made of a row number: those of an earlier process. */
export function createOpenRows(prefix: string): OpenRows & { uidOf(id: number): string } {
  const open = new Map<string, number>();
  const ended = new Map<string, number>();
  const uncertain = new Set<string>();
  return {
    uidOf: (id) => `${prefix}:${id}`,
    idOf(uid) {
      const own = open.get(uid) ?? ended.get(uid);
      if (own !== undefined || !uid.startsWith(`${prefix}:`)) return own;
      return Number(uid.slice(prefix.length + 1));
    },
    isUncertain: (uid) => uncertain.has(uid),
    set(uid, id, goesOn) {
      uncertain.delete(uid);
      open.delete(uid);
      ended.delete(uid);
      if (goesOn) open.set(uid, id);
      else ended.set(uid, id);
      const [oldest] = ended.keys();
      if (ended.size > KEPT && oldest !== undefined) ended.delete(oldest);
    },
    doubt(uids) {
      for (const uid of uids) if (!open.has(uid) && !ended.has(uid)) uncertain.add(uid);
      for (const uid of uncertain) {
        if (uncertain.size <= KEPT) break;
        uncertain.delete(uid);
      }
    },
    ids: () => new Set(open.values()),
  };
}
