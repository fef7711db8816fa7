import type { ByteString } from '../domain/bytes';
import { type DisplayText, displayOf } from '../domain/bytes';
import {
  DEADLINE_TOLERANCE_MS,
  deadlineMoved,
  type EventDraft,
  ownDeadlineMoved,
  sameHolders,
  shareHolders,
} from '../domain/diff';
import type { Judgement } from '../domain/judge';
import type { KnownBy, Lock, Since, TtlMs, Waiters } from '../domain/lock';
import type { LockFacts, Reading } from '../domain/lock-facts';
import type { LockId } from '../domain/lock-id';
import type { RawKey } from '../domain/raw-key';
import type { Decoded } from '../formats/format';
import type { Recognised } from '../formats/index';
import { type Place, recordIdsOf, shortLabel } from './holder-names';
import { firstOf } from './next-in-line';
import type { WaitLedger } from './wait-ledger';

type TtlSample = { atMs: number; ttlMs: TtlMs };

/** Everything the index keeps of one lock. Mutable, owned by the index alone. */
export type Entry = {
  readonly id: LockId;
  readonly key: ByteString;
  recognised: Recognised;
  /** Ids under which the processes of the present holders may have heartbeat records. */
  recordIds: readonly string[];
  facts: LockFacts;
  knownBy: KnownBy;
  ttlSamples: readonly TtlSample[];
  lastLookMs: number;
  /** When its server lost its data. */
  wipedAtMs: number;
  /** A release message came since the last reading. */
  announced: boolean;
  ours: { act: 'force-released' | 'extended'; untilMs: number } | null;
  lateReported: boolean;
  goneReported: boolean;
  /** Until then time alone changes nothing. */
  quietUntilMs: number;
  lock: Lock | null;
  /** The key for a screen. */
  readonly display: DisplayText;
  /** The judgement that `lock` shows. */
  judged: Judgement | null;
  waiterSeconds: number | null;
  waiterSecondsAtMs: number;
};

const SAMPLES = 120;
const SAMPLE_SPACING_MS = 900;
const GAPS = 5;
/** A renewal that was looked for this seldom has no exact time. */
const EXACT_WITHIN_MS = 2_500;

/** An entry that was just found. */
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
    facts,
    knownBy,
    ttlSamples: [],
    lastLookMs: facts.reading.atMs,
    wipedAtMs: Number.NEGATIVE_INFINITY,
    announced: false,
    ours: null,
    lateReported: false,
    goneReported: false,
    quietUntilMs: 0,
    lock: null,
    judged: null,
    waiterSeconds: null,
    waiterSecondsAtMs: 0,
  };
}

/** How many of these somebody has. */
export function heldAmong(entries: Iterable<Entry>): number {
  let held = 0;
  for (const { recognised } of entries) if (!isFree(recognised.decoded)) held += 1;
  return held;
}

/** Type of the key in which a lock stands alone; null = it stands in several, or is not known. */
export function typeAlone(entry: Entry | undefined): RawKey['type'] | null {
  const { format, sight } = entry?.recognised ?? {};
  return sight && !format?.companions ? sight.raw.type : null;
}

/** The facts of one reading that comparing needs. */
export function readingOf(
  raw: RawKey,
  decoded: Decoded,
  slackMs: number,
  place: Pick<Place, 'sightOf'>,
): Reading {
  return {
    atMs: raw.readAtMs,
    holders: decoded.holders.map((holder) => ({
      token: holder.token,
      tokenUnique: holder.tokenUnique,
      label: shortLabel(holder, place),
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

/** Whether it is known that nobody has it: what does not write down its holders may have some. */
function isFree({ holders, permits }: Decoded): boolean {
  return holders.length === 0 && (permits === undefined || permits.held === 0);
}

function deadlineOf(ttlMs: TtlMs, atMs: number): number | 'none' {
  return ttlMs === 'none' ? 'none' : atMs + ttlMs;
}

/** Whether what stands beside the holders is the same: the queue, the permits, the fencing token. */
export function readsTheSameBeside(a: Decoded, b: Decoded): boolean {
  return (
    a.fencingToken === b.fencingToken &&
    a.queue?.live === b.queue?.live &&
    a.queue?.ghosts === b.queue?.ghosts &&
    firstOf(a)?.token === firstOf(b)?.token &&
    a.permits?.available === b.permits?.available &&
    a.permits?.held === b.permits?.held &&
    a.permits?.expired === b.permits?.expired
  );
}

/** Facts of a hold that begins with this reading. */
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
    renewals: { count: 0, lastAtMs: null, gapsMs: [] },
    waiters,
    heartbeats: [],
    silentSinceMs: null,
  };
}

/** When each holder took the lock: as it tells, as it was known, or since it is seen. */
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

/** Whether both readings are of one lock that several have, and some of them still do. */
function sharedByMany(before: Reading, after: Reading): boolean {
  const alone = before.holders.length === 1 && after.holders.length === 1;
  return !alone && !before.absent && !after.absent && shareHolders(before, after);
}

/** Takes a further reading of a known lock in. */
export function takeReading(
  entry: Entry,
  after: Reading,
  recognised: Recognised,
  drafts: readonly EventDraft[],
  by: KnownBy,
): void {
  const before = entry.facts.reading;
  entry.recognised = recognised;
  if (sameHolders(before, after)) updateFacts(entry, after, drafts, by);
  else if (sharedByMany(before, after)) changeHolders(entry, after, recognised, by);
  else replaceHold(entry, after, recognised, by);
}

/** Another holder has the lock. */
function replaceHold(entry: Entry, after: Reading, recognised: Recognised, by: KnownBy): void {
  entry.facts = freshFacts(after, recognised, { by, seenToBegin: by === 'event' }, entry.facts.waiters);
  entry.recordIds = recordIdsOf(recognised.decoded.holders);
  entry.knownBy = by;
  entry.ttlSamples = [];
  entry.lateReported = false;
  entry.goneReported = false;
}

/** Some holders of a lock that several have came or went. */
function changeHolders(entry: Entry, after: Reading, recognised: Recognised, by: KnownBy): void {
  const { facts } = entry;
  const sinceOf = sincesOf(recognised, after.atMs, { by, seenToBegin: by === 'event' }, facts.sinceOf);
  const leaseMs = after.ttlMs === 'none' ? facts.leaseMs : Math.max(facts.leaseMs ?? 0, after.ttlMs);
  const [only, ...others] = recognised.decoded.holders;
  const since = (only && others.length === 0 && sinceOf.get(only.token)) || facts.since;
  const renewals = { count: 0, lastAtMs: null, gapsMs: [] };
  entry.facts = { ...facts, reading: after, since, sinceOf, leaseMs, renewals, silentSinceMs: null };
  entry.recordIds = recordIdsOf(recognised.decoded.holders);
  entry.knownBy = by;
  entry.goneReported = false;
}

/** Takes a further reading of the same hold into the facts. */
function updateFacts(entry: Entry, after: Reading, drafts: readonly EventDraft[], by: KnownBy): void {
  const { facts } = entry;
  const material =
    drafts.length > 0 ||
    deadlineMoved(facts.reading, after) ||
    ownDeadlineMoved(facts.reading, after) ||
    !sameHolders(facts.reading, after);
  // What several renew has no one period.
  const alone = after.holders.length === 1;
  if (alone && drafts.some((draft) => draft.kind === 'renewed' && draft.by !== 'inferred'))
    renewed(entry, after, by);
  const leaseMs = after.ttlMs === 'none' ? facts.leaseMs : Math.max(facts.leaseMs ?? 0, after.ttlMs);
  entry.facts = { ...entry.facts, leaseMs, reading: material ? after : facts.reading, silentSinceMs: null };
  if (material) entry.knownBy = by;
}

function renewed(entry: Entry, after: Reading, by: KnownBy): void {
  const { renewals, leaseMs, since } = entry.facts;
  const exact = by === 'event' || after.atMs - entry.lastLookMs <= EXACT_WITHIN_MS;
  const told =
    by !== 'event' && leaseMs !== null && after.deadlineMs !== 'none'
      ? after.deadlineMs - leaseMs
      : after.atMs;
  const atMs = Math.min(after.atMs, Math.max(entry.lastLookMs, told));
  const from = renewals.lastAtMs ?? (since && !since.atLeast ? since.atMs : null);
  const gapsMs = exact && from !== null ? [...renewals.gapsMs, atMs - from].slice(-GAPS) : renewals.gapsMs;
  entry.facts = { ...entry.facts, renewals: { count: renewals.count + 1, lastAtMs: atMs, gapsMs } };
  entry.lateReported = false;
}

/**
 * Keeps a TTL reading. Readings closer than a second replace each other unless the TTL rose, and so do those that only show
 * one lease running down: the two ends of such a line tell all of it, so that a lock which is held for long weighs no more.
 */
export function sampleTtl(entry: Entry, reading: Reading): void {
  const { ttlSamples } = entry;
  const [vertex, last] = [ttlSamples.at(-2), ttlSamples.at(-1)];
  const next = { atMs: reading.atMs, ttlMs: reading.ttlMs };
  const tooClose = vertex && last && next.atMs - last.atMs < SAMPLE_SPACING_MS;
  const replaces =
    (tooClose && Number(next.ttlMs) <= Number(last.ttlMs)) ||
    (vertex && last && onOneLine(vertex, last) && onOneLine(vertex, next));
  // Copied: an array that grows in place keeps room for sixteen more.
  entry.ttlSamples = [...(replaces ? ttlSamples.slice(0, -1) : ttlSamples), next].slice(-SAMPLES);
}

function onOneLine(a: TtlSample, b: TtlSample): boolean {
  if (a.ttlMs === 'none' || b.ttlMs === 'none') return a.ttlMs === b.ttlMs;
  return Math.abs(a.atMs + a.ttlMs - b.atMs - b.ttlMs) <= DEADLINE_TOLERANCE_MS;
}

/** How long clients waited for it, counted on every five seconds: often enough for a sum over fifteen minutes. */
export function waiterSecondsOf(entry: Entry, waits: WaitLedger, now: number): number | null {
  if (entry.facts.waiters.count === null) return null;
  const stale = entry.waiterSeconds === null || now - entry.waiterSecondsAtMs >= 5_000;
  if (!stale) return entry.waiterSeconds;
  entry.waiterSecondsAtMs = now;
  return waits.total(entry.key, now);
}
