import type { KnownBy } from '../../contract/codes';
import type { Since } from '../../contract/holder';
import type { Waiters } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import {
  deadlineMoved,
  type EventDraft,
  ownDeadlineMoved,
  sameHolders,
  shareHolders,
} from '../../domain/locks/diff';
import type { LockFacts, Reading } from '../../domain/locks/lock-facts';
import { mayRenewOf } from '../../formats/core/may-renew';
import type { Recognised } from '../../formats/index';
import { numbersOf } from './acquisitions';
import type { Entry } from './entry-types';
import { recordIdsOf } from './holder-names';
import type { ReadHints } from './index-options';

const GAPS = 5;
/** A polled renewal found longer than this after the previous reading has no exact time, ms. */
const EXACT_WITHIN_MS = 2_500;

/** `wasReleased` = a release message arrived since the previous reading. */
type How = Pick<ReadHints, 'by' | 'isTimely'> & { wasReleased?: boolean };

/** How the start of a newly found hold is known, and whether it was observed. */
export function beginOf({ by, wasAbsent, isTimely }: How & Pick<ReadHints, 'wasAbsent'>): {
  by: KnownBy;
  seenToBegin: boolean;
} {
  return { by, seenToBegin: wasAbsent && by === 'event' && isTimely !== false };
}

/** Facts of a hold that this reading is the first of. */
export function freshFacts(
  reading: Reading,
  recognised: Recognised,
  known: { by: KnownBy; seenToBegin: boolean },
  waiters: Waiters,
): LockFacts {
  const told = recognised.decoded.holders[0]?.since;
  const since: Since = told
    ? { ...told, known: { by: 'read', atMs: reading.atMs } }
    : { atMs: reading.atMs, atLeast: !known.seenToBegin, known: { by: known.by, atMs: reading.atMs } };
  return {
    reading,
    firstSeenMs: reading.atMs,
    since,
    sinceOf: sincesOf(recognised, reading.atMs, known, null),
    leaseMs: reading.ttlMs === 'none' ? null : reading.ttlMs,
    healthyFloor: recognised.format.healthyFloor,
    mayRenew: mayRenewOf(recognised),
    ...(recognised.format.deadReadersStay && { deadReadersStay: true }),
    endedSinceOf: endedSincesOf(reading, null),
    renewals: { count: 0, lastAtMs: null, gapsMs: [] },
    waiters,
    heartbeats: [],
    silentSinceMs: null,
  };
}

/** When each holder acquired the lock: as decoded, as known before, or else this reading. */
function sincesOf(
  { decoded }: Recognised,
  atMs: number,
  known: { by: KnownBy; seenToBegin: boolean },
  before: ReadonlyMap<ByteString, Since> | null,
): Map<ByteString, Since> {
  const sinces = new Map<ByteString, Since>();
  for (const { token, since } of decoded.holders) {
    const seen: Since = { atMs, atLeast: !known.seenToBegin, known: { by: known.by, atMs } };
    sinces.set(token, since ? { ...since, known: { by: 'read', atMs } } : (before?.get(token) ?? seen));
  }
  return sinces;
}

/** When each holder's own lease ended, of those that did: at its last known deadline, or else by this reading. */
function endedSincesOf(
  after: Reading,
  before: Pick<LockFacts, 'reading' | 'endedSinceOf'> | null,
): Map<ByteString, number> {
  const sinces = new Map<ByteString, number>();
  for (const { token, deadlineMs } of after.holders) {
    if (deadlineMs !== 0) continue;
    const was = before?.reading.holders.find((holder) => holder.token === token)?.deadlineMs;
    const deadline = typeof was === 'number' && was > 0 ? Math.min(was, after.atMs) : after.atMs;
    sinces.set(token, before?.endedSinceOf?.get(token) ?? deadline);
  }
  return sinces;
}

/** Whether both readings are of a lock with several holders, some of whom still hold it. */
function sharedByMany(before: Reading, after: Reading): boolean {
  const alone = before.holders.length === 1 && after.holders.length === 1;
  return !alone && !before.absent && !after.absent && shareHolders(before, after);
}

/** Applies a further reading to a known lock. */
export function takeReading(
  entry: Entry,
  after: Reading,
  recognised: Recognised,
  drafts: readonly EventDraft[],
  how: How,
): void {
  const was = entry.facts;
  const before = was.reading;
  entry.acquisitions = numbersOf(recognised.decoded.holders, after, {
    reading: before,
    numbers: entry.acquisitions,
    leaseMs: entry.facts.leaseMs,
  });
  entry.recognised = recognised;
  if (sameHolders(before, after) && isAnew(recognised, how)) restartHold(entry, after, how);
  else if (sameHolders(before, after)) updateFacts(entry, after, drafts, how);
  else if (sharedByMany(before, after)) changeHolders(entry, after, recognised, how);
  else replaceHold(entry, after, recognised, how);
  entry.facts = { ...entry.facts, endedSinceOf: endedSincesOf(after, was) };
}

/** Whether a release was reported while a thread's token still holds the lock: this may be its next hold. */
function isAnew({ decoded: { holders } }: Recognised, { wasReleased }: How): boolean {
  const [only, ...others] = holders;
  if (!wasReleased || !only?.tokenUnique || others.length > 0) return false;
  return only.tokenReused === true && only.mode === 'exclusive';
}

/** The previous readings may be of another hold: this one is at least as old as this reading. */
function restartHold(entry: Entry, after: Reading, how: How): void {
  updateFacts(entry, after, [], how);
  const since: Since = { atMs: after.atMs, atLeast: true, known: { by: how.by, atMs: after.atMs } };
  const renewals = { count: 0, lastAtMs: null, gapsMs: [] };
  entry.facts = {
    ...entry.facts,
    ...{ since, firstSeenMs: after.atMs, unrenewedSinceMs: after.atMs, renewals },
  };
}

/** Another holder has the lock. */
function replaceHold(entry: Entry, after: Reading, recognised: Recognised, how: How): void {
  entry.facts = freshFacts(after, recognised, beginOf({ ...how, wasAbsent: true }), entry.facts.waiters);
  entry.recordIds = recordIdsOf(recognised.decoded.holders);
  entry.knownBy = how.by;
  entry.ttlSamples = [];
  entry.lateReported = false;
  entry.goneReported = false;
}

/** A lock with several holders gained or lost some. */
function changeHolders(entry: Entry, after: Reading, recognised: Recognised, how: How): void {
  const { facts } = entry;
  const sinceOf = sincesOf(recognised, after.atMs, beginOf({ ...how, wasAbsent: true }), facts.sinceOf);
  const leaseMs = after.ttlMs === 'none' ? facts.leaseMs : Math.max(facts.leaseMs ?? 0, after.ttlMs);
  const [only, ...others] = recognised.decoded.holders;
  const since = (only && others.length === 0 && sinceOf.get(only.token)) || facts.since;
  const renewals = { count: 0, lastAtMs: null, gapsMs: [] };
  entry.facts = {
    ...facts,
    ...{
      reading: after,
      since,
      sinceOf,
      leaseMs,
      renewals,
      unrenewedSinceMs: after.atMs,
      silentSinceMs: null,
    },
  };
  entry.recordIds = recordIdsOf(recognised.decoded.holders);
  entry.knownBy = how.by;
  entry.goneReported = false;
}

/** Applies a further reading of the same hold to the facts. */
function updateFacts(entry: Entry, after: Reading, drafts: readonly EventDraft[], how: How): void {
  const { facts } = entry;
  const material =
    drafts.length > 0 ||
    deadlineMoved(facts.reading, after) ||
    ownDeadlineMoved(facts.reading, after) ||
    !sameHolders(facts.reading, after);
  // Renewals by several holders have no single period.
  const alone = after.holders.length === 1;
  if (alone && drafts.some((draft) => draft.kind === 'renewed' && draft.by !== 'inferred'))
    renewed(entry, after, how);
  const leaseMs = after.ttlMs === 'none' ? facts.leaseMs : Math.max(facts.leaseMs ?? 0, after.ttlMs);
  // What an operator extended says nothing of the holder.
  const isAnew = deadlineMoved(facts.reading, after) && drafts.every(({ kind }) => kind !== 'extended');
  entry.facts = {
    ...entry.facts,
    ...{ leaseMs, reading: material ? after : facts.reading, silentSinceMs: null },
    ...(isAnew && { unrenewedSinceMs: after.atMs }),
  };
  if (material) entry.knownBy = how.by;
}

function renewed(entry: Entry, after: Reading, { by, isTimely }: How): void {
  const { renewals, leaseMs, since } = entry.facts;
  const exact = (by === 'event' && isTimely !== false) || after.atMs - entry.lastReadMs <= EXACT_WITHIN_MS;
  const told =
    by !== 'event' && leaseMs !== null && after.deadlineMs !== 'none'
      ? after.deadlineMs - leaseMs
      : after.atMs;
  const atMs = Math.min(after.atMs, Math.max(entry.lastReadMs, told));
  const from = renewals.lastAtMs ?? (since && !since.atLeast ? since.atMs : null);
  const gapsMs = exact && from !== null ? [...renewals.gapsMs, atMs - from].slice(-GAPS) : renewals.gapsMs;
  entry.facts = { ...entry.facts, renewals: { count: renewals.count + 1, lastAtMs: atMs, gapsMs } };
  entry.lateReported = false;
}
