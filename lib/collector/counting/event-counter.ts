import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import type { Recognised } from '../../formats/index';
import type { EventFact } from '../../history/recorder/event-facts';
import type { Entry } from '../index/entry-types';
import type { LockIndex } from '../index/lock-index';
import type { ChangeCount } from '../keys/change-count';
import type { ArrivalClock } from './arrival-clock';
import { afterEvent, type EventHold, type HoldEvent, type HoldType, heldBefore } from './hold-events';
import { isPending, isTrusted, type LockFamilies, type LockFamily } from './lock-families';
import { createPendingCounts } from './pending-counts';
import { createRate } from './rate';

/**
 * A hold whose end may be wrong by more than this has no time, ms. Where its beginning may be, it has one all the same: long
 * holds would lack theirs more often than short ones.
 */
const MOST_ERROR_MS = 50;
/** After its end a key is followed for as long as a reading that was asked for before may be under way, ms. */
const UNDER_WAY_MS = 5_000;
/** Keys that are followed at most; beyond, the one that was followed first is left to readings. */
const FOLLOWED = 200_000;

/** Counts what happens to locks from the keyspace events of one server, without reading them. */
export type EventCounter = {
  /** Every event since `begin`, in the order of the server. */
  take(event: string, key: ByteString): void;
  /** All known locks were read, and everything that was reported before is received: events count from now on. */
  begin(): void;
  /** Events may be missed from now on: readings count until it begins again. */
  end(): void;
  isOn(): boolean;
  /** Raised by each `end`: what was read before it says nothing of what follows. */
  round(): number;
  /**
   * A reading of the key, asked for at `askedAtMs`. Returns whether the changes that it shows are counted by events, so that
   * it must not count them again.
   */
  took(raw: RawKey, recognised: Recognised | null, askedAtMs: number): boolean;
  /** Whether the present changes of this key are counted, or will be once its family was read. */
  accounts(key: ByteString): boolean;
  /** Whether a key whose family is trusted is held, by its events; null = they do not say. */
  stateOf(key: ByteString): 'held' | 'free' | null;
  /** Events that were counted within the last second. */
  perSecond(): number;
  /** To be called once a second. */
  settle(): void;
};

type EventCounterOptions = {
  index: Pick<LockIndex, 'get' | 'idOf'>;
  families: LockFamilies;
  clock: ArrivalClock;
  now: () => number;
  /** Whether every event of keys of this type is reported. */
  countsAll(type: HoldType): boolean;
  changes: Pick<ChangeCount, 'counted' | 'saw' | 'missed'>;
  /** A reading shows a lock that has ended since by its events, or one whose event is on its way: the key is to be read. */
  onOutdated(key: ByteString): void;
  /** null = it has ended. */
  onCount(fact: EventFact | null): void;
};

/** A key that is followed. */
type Followed = {
  readonly family: LockFamily;
  hold: EventHold | null;
  /** When something happened that only a reading shows; null = nothing did. */
  unclearAtMs: number | null;
  /** Whether an event was counted since the key was read last, or waits until its family was read. */
  ahead: 'counted' | 'waits' | null;
};

/** Counts nothing before `begin`. */
export function createEventCounter(options: EventCounterOptions): EventCounter {
  const { index, families, clock, changes, now } = options;
  const followed = new Map<ByteString, Followed>();
  const pending = createPendingCounts<Omit<EventFact, 'lock'> & { key: ByteString; type: HoldType | null }>({
    now,
    onDrop: changes.missed,
  });
  /**
   * Keys that are not followed any more, whose last counted change no reading has shown yet. What a reading shows that was
   * asked for later than this is another change, epoch ms.
   */
  const ahead = new Map<ByteString, number>();
  const rate = createRate(now);
  /** Keys whose hold ended, and when, the first first. */
  let ended: { key: ByteString; atMs: number }[] = [];
  let on = false;
  let round = 0;

  function follow(key: ByteString): Followed | null {
    const known = followed.get(key);
    if (known) {
      if (!known.family.isMixed) return known;
      followed.delete(key);
      leave(key, known);
      return null;
    }
    const family = families.of(key);
    if (!family) return null;
    const hold = holdOf(index.get(key));
    return { family, hold, unclearAtMs: null, ahead: null };
  }

  /** A key that came and went has no change that a later reading could show. */
  function leave(key: ByteString, { ahead: how, hold }: Followed): void {
    if (how !== 'counted') return;
    ahead.set(key, hold || index.get(key) ? Number.POSITIVE_INFINITY : now());
    if (ahead.size > FOLLOWED) ahead.delete(ahead.keys().next().value ?? '');
  }

  /** Whether an event counted what this reading shows, before the key was left. */
  function wasAhead(key: ByteString, askedAtMs: number): boolean {
    const upToMs = ahead.get(key);
    ahead.delete(key);
    return upToMs !== undefined && askedAtMs <= upToMs;
  }

  /** The hold of a lock that was read before its events. */
  function holdOf(entry: Entry | undefined): EventHold | null {
    if (!isHeldIn(entry)) return null;
    const { since } = entry.facts;
    const isExact = since && !since.atLeast && !since.atMost && since.known.by === 'event';
    return heldBefore(typeOf(entry.recognised), isExact ? since.atMs : null);
  }

  function take(event: string, key: ByteString): void {
    if (!on) return;
    const each = follow(key);
    if (!each) return;
    const atMs = clock.now();
    const before = each.hold;
    const { hold, did } = afterEvent(before, event, atMs);
    each.hold = hold;
    if (did) happened(key, each, before, did, atMs);
    if (before || hold || index.get(key)) keep(key, each);
    if (before && !hold) ended.push({ key, atMs });
  }

  function happened(
    key: ByteString,
    each: Followed,
    before: EventHold | null,
    did: HoldEvent,
    atMs: number,
  ): void {
    const type = (each.hold ?? before)?.type ?? null;
    const isOther = type !== null && each.family.kinds.size > 0 && !each.family.kinds.has(type);
    if (did === 'unclear' || isOther || !isCounted(type)) {
      each.unclearAtMs = atMs;
      return;
    }
    if (!counts(each.family)) return;
    if (did !== 'acquired' && did !== 'renewed') each.unclearAtMs = null;
    each.ahead = isTrusted(each.family) ? 'counted' : 'waits';
    const endMs = did === 'expired' ? deadlineOf(key, before, atMs) : atMs;
    const isMeasured = endMs !== null && clock.errorMs() <= MOST_ERROR_MS;
    const isEnd = did !== 'acquired' && did !== 'renewed';
    const sinceMs = before?.sinceMs ?? null;
    const heldMs = isEnd && isMeasured && sinceMs !== null ? Math.max(0, endMs - sinceMs) : null;
    const count = { key, type, did, atMs: endMs ?? atMs, heldMs };
    if (isTrusted(each.family)) emit(count, each.family);
    else pending.add(each.family, count);
  }

  const isCounted = (type: HoldType | null) =>
    type ? options.countsAll(type) : options.countsAll('string') && options.countsAll('hash');

  function emit(count: Parameters<typeof pending.add>[1], family: LockFamily): void {
    const { key, type, did, atMs, heldMs } = count;
    const info = families.infoOf(key, family, type);
    if (!info) return;
    changes.counted(1);
    rate.add();
    options.onCount({ lock: { id: index.idOf(key), ...info }, did, atMs, heldMs });
  }

  /** Redis reports the end of a lease late: it ended at its deadline, where that was read. */
  function deadlineOf(key: ByteString, hold: EventHold | null, atMs: number): number | null {
    const { facts, changedAtMs = null } = index.get(key) ?? {};
    if (!facts || changedAtMs !== null || facts.reading.deadlineMs === 'none') return null;
    return facts.reading.atMs < (hold?.sinceMs ?? 0) ? null : Math.min(atMs, facts.reading.deadlineMs);
  }

  function keep(key: ByteString, each: Followed): void {
    followed.set(key, each);
    if (followed.size <= FOLLOWED) return;
    const [oldest] = followed.keys();
    if (oldest !== undefined) followed.delete(oldest);
  }

  function learn(raw: RawKey, recognised: Recognised | null): void {
    const family = families.learn(raw, recognised);
    if (!family) return;
    const counts = pending.take(family);
    if (isTrusted(family)) {
      for (const count of counts) {
        const each = followed.get(count.key);
        if (each?.ahead) each.ahead = 'counted';
        emit(count, family);
      }
    }
    if (family.isMixed && counts.length > 0 && recognised && !recognised.isOnlyPossible) {
      // Locks that only readings count: this one shows its change, and nobody saw the others.
      changes.saw(1);
      changes.missed(counts.length - 1);
    }
  }

  return {
    take,
    begin() {
      on = true;
      ended = [];
    },
    end() {
      round += 1;
      if (!on) return;
      on = false;
      options.onCount(null);
      for (const [key, each] of followed) leave(key, each);
      followed.clear();
      pending.clear();
    },
    isOn: () => on,
    round: () => round,
    took(raw, recognised, askedAtMs) {
      const { key, type } = raw;
      if (type === 'denied' || type === 'elsewhere') return false;
      if (!on && !options.countsAll('string') && !options.countsAll('hash')) return wasAhead(key, askedAtMs);
      const each = on ? follow(key) : null;
      const wasCounted = each !== null && counts(each.family);
      learn(raw, recognised);
      if (wasAhead(key, askedAtMs)) return true;
      if (!each || !wasCounted || !isTrusted(each.family)) return false;
      const isHeld = isHeldBy(recognised);
      if (!isHeld) ended.push({ key, atMs: now() });
      if (each.ahead) {
        each.ahead = null;
        if (isHeld && !each.hold) options.onOutdated(key);
        return true;
      }
      const isUnclear = each.unclearAtMs !== null && askedAtMs >= each.unclearAtMs;
      if (isUnclear) each.unclearAtMs = null;
      const wasHeld = each.hold !== null;
      // Where no event came for what it shows, it was lost, or is on its way and will find the hold as it is.
      if (wasHeld !== isHeld) {
        each.hold = recognised && isHeld ? heldBefore(typeOf(recognised)) : null;
        keep(key, each);
      }
      return wasHeld === isHeld && !isUnclear;
    },
    accounts(key) {
      if (!on) return false;
      const each = followed.get(key);
      if (each) return counts(each.family) && each.unclearAtMs === null;
      const family = families.of(key);
      return family !== null && counts(family);
    },
    stateOf(key) {
      const each = on ? followed.get(key) : undefined;
      if (!each || each.unclearAtMs !== null || !isTrusted(each.family)) return null;
      return each.hold ? 'held' : 'free';
    },
    perSecond: () => rate.perSecond(),
    settle() {
      pending.settle();
      const upTo = ended.findIndex(({ atMs }) => now() - atMs < UNDER_WAY_MS);
      for (const { key } of ended.splice(0, upTo < 0 ? ended.length : upTo))
        if (!followed.get(key)?.hold && !index.get(key)) followed.delete(key);
    },
  };
}

function counts(family: LockFamily): boolean {
  return isTrusted(family) || isPending(family);
}

function typeOf({ sight: { raw } }: Recognised): HoldType | null {
  return raw.type === 'string' || raw.type === 'hash' ? raw.type : null;
}

function isHeldIn(entry: Entry | undefined): entry is Entry {
  return entry !== undefined && isHeldBy(entry.recognised);
}

function isHeldBy(recognised: Recognised | null): boolean {
  return recognised !== null && recognised.sight.raw.type !== 'none' && recognised.decoded.holders.length > 0;
}
