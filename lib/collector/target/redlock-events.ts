import type { LockEventKind } from '../../contract/codes';
import type { LockEvent } from '../../contract/lock';
import type { LockId } from '../../domain/keys/lock-id';

const REMEMBER_MS = 5_000;
const STARTS: ReadonlySet<LockEventKind> = new Set(['acquired', 'first-seen', 'taken-over']);
const ENDS: ReadonlySet<LockEventKind> = new Set(['released', 'expired', 'lost', 'force-released']);

/** What the nodes of a group told of each lock lately: the same story, once a node. */
export type RedlockEvents = {
  /** Takes in what one node told. Gives what is worth telling as it is: of the node that leads, and neither begin nor end. */
  heard(events: readonly LockEvent[], leads: (id: LockId) => boolean): LockEvent[];
  /** The event that says how a hold of this lock began; null = no node told. */
  startOf(id: LockId): LockEvent | null;
  /** The same of its end, as most nodes tell it. */
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
