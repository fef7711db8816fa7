import type { KnownBy } from '../../contract/codes';
import type { TtlMs } from '../../contract/leaves';
import type { Coverage } from '../../contract/nodes';
import type { ByteString } from '../../domain/keys/bytes';
import { displayOf } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { RawKey } from '../../domain/keys/raw-key';
import type { LockFacts, Reading } from '../../domain/locks/lock-facts';
import type { Decoded } from '../../formats/core/format';
import type { Recognised } from '../../formats/index';
import { numbersOf } from './acquisitions';
import type { Entry } from './entry-types';
import { type HolderContext, recordIdsOf, shortLabel } from './holder-names';
import { firstOf } from './next-in-line';
import type { WaitTracker } from './wait-tracker';

/** Below this age, `confirmed` is not worth a new object. */
const CONFIRMED_ANEW_MS = 2_000;

/** The entry of a newly found lock. */
export function newEntry(
  id: LockId,
  key: ByteString,
  recognised: Recognised,
  facts: LockFacts,
  knownBy: KnownBy,
): Entry {
  return {
    id,
    key,
    display: displayOf(key),
    recognised,
    recordIds: recordIdsOf(recognised.decoded.holders),
    acquisitions: numbersOf(recognised.decoded.holders, facts.reading, null),
    facts,
    knownBy,
    ttlSamples: [],
    lastReadMs: facts.reading.atMs,
    lastReadBy: knownBy,
    changedAtMs: null,
    wipedAtMs: Number.NEGATIVE_INFINITY,
    announced: false,
    pendingAction: null,
    lateReported: false,
    goneReported: false,
    quietUntilMs: 0,
    lock: null,
    judged: null,
    waiterSeconds: null,
    waiterSecondsAtMs: 0,
  };
}

/** The oldest reading that still counts, epoch ms, and the number of readings that no longer count. */
export function readingsOf(entries: Iterable<Entry>): Pick<Coverage, 'oldestAtMs' | 'unread'> {
  let [oldestAtMs, unread]: [number | null, number] = [null, 0];
  for (const { judged, lastReadMs } of entries) {
    if (judged?.reason.code === 'unread') unread += 1;
    else if (judged?.state !== 'unknown') oldestAtMs = Math.min(oldestAtMs ?? lastReadMs, lastReadMs);
  }
  return { oldestAtMs, unread };
}

/** How many of these are held. */
export function heldAmong(entries: Iterable<Entry>): number {
  let held = 0;
  for (const { recognised } of entries) if (!isFree(recognised.decoded)) held += 1;
  return held;
}

/** Key type of a lock that consists of one key; null = it spans several keys, or is not known. */
export function typeAlone(entry: Entry | undefined): RawKey['type'] | null {
  const { format, sight } = entry?.recognised ?? {};
  return sight && !format?.companions ? sight.raw.type : null;
}

/** The parts of one reading that comparisons need. */
export function readingOf(
  raw: RawKey,
  decoded: Decoded,
  slackMs: number,
  place: Pick<HolderContext, 'sightOf'>,
): Reading {
  return {
    atMs: raw.readAtMs,
    holders: decoded.holders.map((holder) => ({
      token: holder.token,
      tokenUnique: holder.tokenUnique,
      label: shortLabel(holder, place),
      ...(holder.mode === 'read' && { reads: true as const }),
      holdCount: holder.holdCount,
      ...(holder.ttlMs !== undefined && {
        deadlineMs: holder.ttlMs === 0 ? 0 : deadlineOf(holder.ttlMs, raw.readAtMs),
      }),
    })),
    ttlMs: decoded.ttlMs,
    deadlineMs: deadlineOf(decoded.ttlMs, raw.readAtMs),
    slackMs,
    valueDeadlineMs: decoded.valueDeadlineMs,
    free: isFree(decoded),
    ...(raw.type === 'none' && { absent: true }),
  };
}

/** Whether the lock is known to be free: a format that does not record its holders may have some. */
function isFree({ holders, permits }: Decoded): boolean {
  return holders.length === 0 && (permits === undefined || permits.held === 0);
}

function deadlineOf(ttlMs: TtlMs, atMs: number): number | 'none' {
  return ttlMs === 'none' ? 'none' : atMs + ttlMs;
}

/** Whether everything besides the tokens is the same: labels, queue, permits and fencing token. */
export function readsSameCompanions(a: Decoded, b: Decoded): boolean {
  return (
    a.holders.every(({ label }, i) => label === b.holders[i]?.label) &&
    a.fencingToken === b.fencingToken &&
    a.queue?.live === b.queue?.live &&
    a.queue?.ghosts === b.queue?.ghosts &&
    firstOf(a)?.token === firstOf(b)?.token &&
    a.permits?.available === b.permits?.available &&
    a.permits?.held === b.permits?.held &&
    a.permits?.expired === b.permits?.expired
  );
}

/** How long clients waited for it, recomputed every five seconds: often enough for a sum over fifteen minutes. */
export function waiterSecondsOf(entry: Entry, waits: WaitTracker, now: number): number | null {
  if (entry.facts.waiters.count === null) return null;
  const stale = entry.waiterSeconds === null || now - entry.waiterSecondsAtMs >= 5_000;
  if (!stale) return entry.waiterSeconds;
  entry.waiterSecondsAtMs = now;
  return waits.total(entry.key, now);
}

/** Marks an unchanged lock as confirmed, without a notification. Its TTL stays the one that was read at `known`. */
export function confirm(entry: Entry): void {
  const { lock, lastReadMs, lastReadBy } = entry;
  if (lock && lastReadMs - lock.confirmed.atMs > CONFIRMED_ANEW_MS)
    entry.lock = { ...lock, confirmed: { by: lastReadBy, atMs: lastReadMs } };
}
