/** Kinds of keys whose events distinguish holds: one key, one holder at a time, held while the key exists. */
export type HoldType = 'string' | 'hash';

/** One hold as far as the events of its key show it. Times are epoch ms on our clock. */
export type EventHold = {
  /** null = the key was there before its events were followed. */
  readonly type: HoldType | null;
  /** When it began; null = before its events were followed. */
  readonly sinceMs: number | null;
  /** Whether it has a TTL: the first one is its lease, each later one renews it. */
  readonly leased: boolean;
  /** When a field of it was last written, by a command that set no TTL yet. */
  readonly touchedMs: number;
};

/** What one event says of the hold. `unclear` = only a reading shows what it was. */
export type HoldEvent = 'acquired' | 'renewed' | 'released' | 'expired' | 'lost' | 'unclear';

/** The hold after an event, and what the event was of it; `did` null = nothing that counts. */
type HoldStep = { readonly hold: EventHold | null; readonly did: HoldEvent | null };

/** Events of one key closer together than this may come from one command, ms. */
const ONE_COMMAND_MS = 3;
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** Events that write a field of a hash, which begins a hold where there is none. */
const FIELD_WRITTEN: ReadonlySet<string> = new Set(['hset', 'hincrby', 'hincrbyfloat']);
/** Events that say nothing of a hold that another event does not say. */
const SILENT: ReadonlySet<string> = new Set(['persist', 'hexpire', 'hpersist', 'hexpired']);
const ENDS: Readonly<Record<string, HoldEvent>> = { del: 'released', expired: 'expired', evicted: 'lost' };
/** The key has another name, or is elsewhere. */
const AWAY: ReadonlySet<string> = new Set(['rename_from', 'move_from']);
/** The key came whole from elsewhere. */
const HERE: ReadonlySet<string> = new Set(['rename_to', 'move_to', 'restore', 'copy_to']);

const NOTHING: HoldStep = { hold: null, did: null };

/**
 * Follows the holds of one key by the names of its keyspace events; null = nobody has it. Pure. Exact for a lock that is one
 * key, held by one while the key exists. Events carry no values, so `unclear` is: a value written over another (a renewal
 * by SET, or a take-over), and a key that comes or goes by RENAME, MOVE, COPY or RESTORE. A re-entry and a hold that is
 * given back in part send the same event, and count as nothing. So does the end of a hold whose beginning is not known:
 * `heldBefore` makes the hold of a key that was read.
 */
export function afterEvent(hold: EventHold | null, event: string, atMs: number): HoldStep {
  const end = ENDS[event];
  if (end) return hold ? { hold: null, did: end } : NOTHING;
  if (event === 'expire') return afterTtl(hold, atMs);
  if (event === 'set') return afterSet(hold, atMs);
  if (FIELD_WRITTEN.has(event)) return afterField(hold, atMs);
  if (AWAY.has(event)) return { hold: null, did: 'unclear' };
  if (HERE.has(event)) return { hold: heldBefore(null), did: 'unclear' };
  if (!hold) return NOTHING;
  if (event === 'hdel') return { hold: { ...hold, touchedMs: atMs }, did: null };
  return SILENT.has(event) ? { hold, did: null } : { hold, did: 'unclear' };
}

/** A hold that began before its events were followed. */
export function heldBefore(type: HoldType | null, sinceMs: number | null = null): EventHold {
  return { type, sinceMs, leased: true, touchedMs: LONG_AGO };
}

function begun(type: HoldType, atMs: number): HoldStep {
  return { hold: { type, sinceMs: atMs, leased: false, touchedMs: atMs }, did: 'acquired' };
}

/** SET sends `set`, and `expire` where it sets a TTL: only one that is refused sends nothing. */
function afterSet(hold: EventHold | null, atMs: number): HoldStep {
  if (!hold) return begun('string', atMs);
  return { hold: { ...hold, type: 'string', leased: false, touchedMs: atMs }, did: 'unclear' };
}

function afterField(hold: EventHold | null, atMs: number): HoldStep {
  if (!hold) return begun('hash', atMs);
  if (hold.type === 'string') return { hold: { ...hold, type: 'hash' }, did: 'unclear' };
  return { hold: { ...hold, touchedMs: atMs }, did: null };
}

function afterTtl(hold: EventHold | null, atMs: number): HoldStep {
  if (!hold) return NOTHING;
  if (!hold.leased) return { hold: { ...hold, leased: true, touchedMs: LONG_AGO }, did: null };
  // The same command wrote a field: it re-entered, or gave back in part.
  const isSameCommand = hold.type !== 'string' && atMs - hold.touchedMs <= ONE_COMMAND_MS;
  return isSameCommand ? { hold: { ...hold, touchedMs: LONG_AGO }, did: null } : { hold, did: 'renewed' };
}
