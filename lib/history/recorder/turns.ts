import type { LockEventKind } from '../../contract/codes';
import type { LockEvent } from '../../contract/lock';
import { labelOf, type NamedHolder } from './holders';

const BEGINS: ReadonlySet<LockEventKind> = new Set<LockEventKind>(['acquired', 'first-seen', 'taken-over']);
const ENDS: ReadonlySet<LockEventKind> = new Set<LockEventKind>([
  'released',
  'expired',
  'lost',
  'force-released',
  'taken-over',
]);

/** What one change says of the holds that began and ended by it. */
export type Turns = {
  endOf(held: NamedHolder, place: number): LockEvent | null;
  beginOf(held: NamedHolder, place: number): LockEvent | null;
  /** Whether those who have the lock after it are not those who had it, though they are called the same. */
  isAnew: boolean;
  /** Keyspace events count them: they are not to be counted again. */
  isCounted: boolean;
};

/** `events` of one change of one lock, in their order. A hold that no event names has that of its place, else the last. */
export function turnsOf(events: readonly LockEvent[], stays: number, isCounted: boolean): Turns {
  const ends = events.filter(({ kind }) => ENDS.has(kind));
  const begins = events.filter(({ kind }) => BEGINS.has(kind));
  return {
    endOf: (held, place) => pick(ends, held, place),
    beginOf: (held, place) => pick(begins, held, place),
    isCounted,
    isAnew: stays === 1 && begins.length > 0 && ends.length > 0,
  };
}

function pick(events: readonly LockEvent[], { holder }: NamedHolder, place: number): LockEvent | null {
  if (events.length < 2) return events[0] ?? null;
  const label = holder && labelOf(holder);
  const named = events.filter((event) => event.holder === label);
  return named.length === 1 ? (named[0] ?? null) : (events[place] ?? events.at(-1) ?? null);
}
