import type { LockEventKind } from '../../contract/codes';
import type { LockEvent } from '../../contract/lock';
import type { LockId } from '../../domain/keys/lock-id';

const REMEMBER_MS = 5_000;
const STARTS: ReadonlySet<LockEventKind> = new Set(['acquired', 'first-seen', 'taken-over']);
const ENDS: ReadonlySet<LockEventKind> = new Set(['released', 'expired', 'lost', 'force-released']);

/** Recent events of each lock of a group: every node reports the same change once. */
type RedlockEvents = {
  /** Records one node's events. Returns those to publish as they are: from the leading node, and neither start nor end. */
  heard(events: readonly LockEvent[], leads: (id: LockId) => boolean): LockEvent[];
  /** The latest event that started a hold of this lock; null = no node reported one lately. */
  startOf(id: LockId): LockEvent | null;
  /** The same for its end, of the kind that most nodes reported. */
  endOf(id: LockId): LockEvent | null;
};

export function createRedlockEvents(now: () => number): RedlockEvents {
  const told = new Map<LockId, { atMs: number; event: LockEvent }[]>();

  function lately(id: LockId, kinds: ReadonlySet<LockEventKind>): LockEvent[] {
    const all = told.get(id) ?? [];
    return all.flatMap(({ event }) => (kinds.has(event.kind) ? [event] : []));
  }

  function remember(event: LockEvent): void {
    const atMs = now();
    const recent = (told.get(event.id) ?? []).filter((each) => atMs - each.atMs < REMEMBER_MS);
    told.delete(event.id);
    told.set(event.id, [...recent, { atMs, event }]);
    for (const [id, events] of told) {
      if (events.every((each) => atMs - each.atMs < REMEMBER_MS)) break;
      told.delete(id);
    }
  }

  return {
    heard(events, leads) {
      const worth: LockEvent[] = [];
      for (const event of events) {
        if (STARTS.has(event.kind) || ENDS.has(event.kind)) remember(event);
        else if (leads(event.id)) worth.push(event);
      }
      return worth;
    },
    startOf: (id) => lately(id, STARTS).at(-1) ?? null,
    endOf(id) {
      const ends = lately(id, ENDS);
      const votes = (kind: LockEventKind) => ends.filter((event) => event.kind === kind).length;
      return [...ends].sort((a, b) => votes(b.kind) - votes(a.kind) || b.atMs - a.atMs)[0] ?? null;
    },
  };
}
