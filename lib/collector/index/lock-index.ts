import type { Lock, LockEvent } from '../../contract/lock';
import { isLate } from '../../domain/holders/judge-renewal';
import type { ByteString } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import type { RawKey } from '../../domain/keys/raw-key';
import { diff, type EventDraft, sameHolders } from '../../domain/locks/diff';
import { UNREAD_AFTER_MS } from '../../domain/locks/unread';
import { isSome, NOT_COUNTED, numberOrNull, waitersAs } from '../../domain/values/counted';
import type { Recognised } from '../../formats/index';
import type { LockMemory } from '../types';
import { createAcquisitions } from './acquisitions';
import { buildLock, isFirstSeen, isReadAs, judgeEntry, readsTheSame, withHeartbeats } from './build-lock';
import { confirm, newEntry, readingOf, readsSameCompanions, waiterSecondsOf } from './entry';
import { createEntryTable } from './entry-table';
import type { Entry } from './entry-types';
import { factsNow } from './facts-now';
import { createFences } from './fences';
import { lateDraft, lifeDraft, waitersDraft } from './holder-events';
import { relabel } from './holder-names';
import { idOf } from './id-of';
import type { IndexOptions, IndexSources, ReadHints } from './index-options';
import { createKeyUses, type KeyUses } from './key-uses';
import { collisionOf, isAbsent, queuedNow, waitersIn, withNext } from './next-in-line';
import { createRecentlyReleased } from './recently-released';
import { inSlices } from './slices';
import { beginOf, freshFacts, takeReading } from './take-reading';
import { sampleTtl } from './ttl-samples';
import { createWaitTracker } from './wait-tracker';

/** The present locks of one target. Every reading from Redis goes through `apply`. */
export class LockIndex {
  readonly #table = createEntryTable();
  readonly #fences = createFences();
  readonly #gone = createRecentlyReleased();
  readonly #uses: KeyUses;
  readonly #waits = createWaitTracker();
  readonly #options: IndexOptions;
  readonly #sources: IndexSources;
  readonly acquisitions = createAcquisitions();

  constructor(options: IndexOptions) {
    this.#options = options;
    this.#sources = options.sources;
    this.#uses = createKeyUses(options.companionFormats);
  }

  get(key: ByteString): Entry | undefined {
    return this.#table.get(key);
  }

  entryOf(id: LockId): Entry | undefined {
    return this.#table.find(id);
  }

  entries(): Iterable<Entry> {
    return this.#table.all();
  }

  /** Ids under which the processes of the present holders may have heartbeat records. */
  recordIds(): Iterable<string> {
    return this.#table.recordIds();
  }

  locks(): Lock[] {
    return [...this.#table.all()].flatMap(({ lock }) => (lock ? [lock] : []));
  }

  find(id: LockId): LockMemory | null {
    const entry = this.#table.find(id);
    if (!entry?.lock) return null;
    const lock = withHeartbeats(entry.lock, entry, this.#sources);
    const acquisitions = this.acquisitions.of(entry);
    return { lock, key: entry.key, ttlSamples: [...entry.ttlSamples], acquisitions };
  }

  lastKnown(id: LockId): Lock | null {
    return this.#gone.get(id);
  }

  idOf(key: ByteString): LockId {
    return idOf(this.#sources.target, key);
  }

  wasSeenGone(key: ByteString): boolean {
    return this.#gone.get(this.idOf(key)) !== null;
  }

  /** Whether the key has a lock, or had one within the hour: a value that replaces it is worth a check. */
  hadLock(key: ByteString): boolean {
    return this.#uses.hadLock(key, this.#table.get(key), this.#options.clock.now());
  }

  expect(id: LockId, act: 'force-released' | 'extended' | null): void {
    const entry = this.#table.find(id);
    if (entry) entry.pendingAction = act && { act, untilMs: this.#options.clock.now() + 5_000 };
  }

  /** Applies one reading of a key; `recognised` null = it is no lock (any more). Returns the number of changes. */
  apply(raw: RawKey, recognised: Recognised | null, hints: ReadHints): number {
    const entry = this.#table.get(raw.key);
    if (!entry && !recognised) return 0;
    if (entry && raw.type === 'denied') {
      if (!entry.facts.isDenied) this.setSilent([entry], raw.readAtMs, true);
      return 0;
    }
    if (entry?.facts.isDenied) entry.facts = { ...entry.facts, silentSinceMs: null, isDenied: false };
    const after = recognised ? readingOf(raw, recognised.decoded, hints.tookMs, this.#sources) : null;
    // A possible lock that is now recognised as one is first seen now.
    const before = recognised && isFirstSeen(entry, recognised) ? null : (entry?.facts.reading ?? null);
    const ours =
      entry?.pendingAction && entry.pendingAction.untilMs >= this.#options.clock.now()
        ? entry.pendingAction.act
        : null;
    const drafts = diff(before, after, raw.readAtMs, {
      ...hints,
      wiped: entry !== undefined && entry.lastReadMs <= entry.wipedAtMs,
      announced: entry?.announced ?? false,
      ours,
    });
    const happened = drafts.length;
    if (entry && happened > 0) entry.pendingAction = null;
    const wasReleased = entry?.announced ?? false;
    if (entry) entry.announced = false;
    if (!after || !recognised) {
      if (entry) this.#remove(entry, drafts, hints);
      return happened;
    }
    const current =
      entry ??
      this.#add(
        raw.key,
        recognised,
        freshFacts(after, recognised, beginOf(hints), waitersIn(recognised, this.#sources.waitersOf)),
        hints,
      );
    const same =
      isReadAs(current.recognised, recognised) &&
      readsSameCompanions(current.recognised.decoded, recognised.decoded);
    const sameHold = before !== null && sameHolders(before, after);
    const queued = queuedNow(entry, recognised);
    const collision = collisionOf(this.#uses, recognised, entry, sameHold);
    const collides = Boolean(collision) !== Boolean(current.facts.collision);
    if (entry) {
      const ids = entry.recordIds;
      takeReading(entry, after, recognised, drafts, { ...hints, wasReleased });
      this.#table.changed(entry, ids);
    }
    // A change of the queue is published together with the rest.
    const counted = entry && queued !== null ? this.#counted(entry, queued, 0) : null;
    if (counted) drafts.push(...counted);
    current.lastReadMs = raw.readAtMs;
    current.lastReadBy = hints.by;
    if ((current.changedAtMs ?? raw.readAtMs) <= raw.readAtMs - hints.tookMs) current.changedAtMs = null;
    if (collision || current.facts.collision) current.facts = { ...current.facts, collision };
    const turn = withNext(current.facts, recognised, hints.nextListeners ?? null);
    current.facts = this.#fences.into(turn, recognised);
    sampleTtl(current, after);
    const force =
      !entry || counted !== null || collides || drafts.length > 0 || !same || current.facts.reading === after;
    this.#publish(current, drafts, force, hints);
    confirm(current);
    return happened;
  }

  /** Their server lost its data: these locks may be gone without a release. */
  wiped(entries: Iterable<Entry>): void {
    for (const entry of entries) entry.wipedAtMs = this.#options.clock.now();
  }

  /** Facts of these locks besides their readings have changed, such as their server. */
  changed(entries: Iterable<Entry>): void {
    for (const entry of entries) this.#publish(entry, [], true);
  }

  /** A change of this key was reported: its last reading is outdated. */
  changedSince(key: ByteString): void {
    const entry = this.#table.get(key);
    if (!entry) return;
    entry.changedAtMs ??= this.#options.clock.now();
    entry.quietUntilMs = Math.min(entry.quietUntilMs, entry.changedAtMs + UNREAD_AFTER_MS);
  }

  announce(key: ByteString): void {
    const entry = this.#table.get(key);
    if (entry) entry.announced = true;
    this.acquisitions.released(entry);
  }

  /** Sets the waiters of one lock and counts the time they waited since the last call. */
  setWaiters(entry: Entry, count: number | null, seconds: number): void {
    const drafts = this.#counted(entry, count, seconds);
    if (drafts) this.#publish(entry, drafts, true);
  }

  /** Applies a count of waiters without publishing it. Returns the events to publish; null = nothing changed. */
  #counted(entry: Entry, count: number | null, seconds: number): EventDraft[] | null {
    if (entry.facts.silentSinceMs !== null) return null; // nothing is known of a silent server's locks
    const now = this.#options.clock.now();
    const before = numberOrNull(entry.facts.waiters.count);
    if (count) this.#waits.add(entry.key, now, count, seconds);
    if (before === count && (count === null || entry.facts.waiters.known !== null)) return null;
    entry.facts = { ...entry.facts, waiters: waitersAs(count, { by: 'scan', atMs: now }) };
    this.#options.onWaiting(entry.id, now, count);
    const isNews = count !== null && (before !== null || count > 0);
    return isNews ? [waitersDraft(entry.facts, before, count, now)] : [];
  }

  /** The heartbeat records of these processes were read, and `different` changed. Resolves when all locks show it. */
  async setHeartbeats(ids: ReadonlySet<string>, different: ReadonlySet<string>): Promise<void> {
    for (const id of ids) {
      const isDifferent = different.has(id);
      await inSlices(this.#table.ofRecord(id), (entry) => {
        if (isDifferent) relabel(entry, this.#sources);
        this.#publish(entry, [], isDifferent);
      });
    }
  }

  /** Sets since when these locks' server is silent, or their keys are denied; null = it answers. They stay as `unknown`. */
  setSilent(entries: Iterable<Entry>, sinceMs: number | null, isDenied = false): void {
    for (const entry of entries) {
      if (entry.facts.silentSinceMs === sinceMs || (sinceMs === null && entry.facts.isDenied)) continue;
      entry.facts = { ...entry.facts, silentSinceMs: sinceMs, isDenied };
      if (sinceMs !== null) this.#forgetWaiters(entry, sinceMs);
      this.#publish(entry, [], true);
    }
  }

  /** Judges every lock again: passing time alone makes a renewal late or a lock due. */
  tick(): Promise<void> {
    return inSlices(this.#table.all(), (entry) => {
      const now = this.#options.clock.now();
      if (now < entry.quietUntilMs) return;
      const { recognised } = entry;
      const { renewal, state } = judgeEntry({ recognised, facts: factsNow(entry, this.#sources) }, now);
      const newlyLate = isLate(renewal) && !entry.lateReported && state !== 'unknown';
      if (newlyLate) entry.lateReported = true;
      this.#publish(entry, newlyLate ? [lateDraft(entry.facts, renewal.lateBy ?? 0, now)] : [], false);
    });
  }

  #add(key: ByteString, recognised: Recognised, facts: Entry['facts'], hints: ReadHints): Entry {
    const id = this.idOf(key);
    const entry = newEntry(id, key, recognised, facts, hints.by);
    this.#table.add(entry);
    this.#gone.delete(id);
    const { count, known } = facts.waiters;
    if (known) this.#options.onWaiting(id, known.atMs, numberOrNull(count));
    return entry;
  }

  #forgetWaiters(entry: Entry, atMs: number): void {
    if (numberOrNull(entry.facts.waiters.count) === null) return;
    entry.facts = { ...entry.facts, waiters: NOT_COUNTED };
    this.#options.onWaiting(entry.id, atMs, null);
  }

  #remove(entry: Entry, drafts: EventDraft[], { isCounted }: ReadHints): void {
    if (!isAbsent(entry.recognised)) this.#uses.ended(entry);
    this.#table.remove(entry);
    if (entry.lock) this.#gone.add(entry.lock, drafts.at(-1)?.kind);
    if (isSome(entry.facts.waiters.count)) this.#options.onWaiting(entry.id, this.#options.clock.now(), 0);
    this.#options.onChange({ removed: entry.id, events: this.#events(entry, drafts), isCounted });
  }

  #publish(
    entry: Entry,
    happened: EventDraft[],
    force: boolean,
    { isCounted }: Pick<ReadHints, 'isCounted'> = {},
  ): void {
    const now = this.#options.clock.now();
    entry.facts = factsNow(entry, this.#sources);
    const judged = judgeEntry(entry, now);
    const life = lifeDraft(entry.facts, judged, entry.goneReported, now);
    if (life) entry.goneReported = life.kind === 'holder-gone';
    const drafts = life ? [...happened, life] : happened;
    entry.quietUntilMs = isLate(judged.renewal) ? 0 : judged.changesAtMs;
    const waiterSeconds = waiterSecondsOf(entry, this.#waits, now);
    const same = entry.judged !== null && readsTheSame(entry.judged, judged);
    if (!force && same && waiterSeconds === entry.waiterSeconds && drafts.length === 0) return;
    entry.judged = judged;
    entry.waiterSeconds = waiterSeconds;
    entry.lock = buildLock(entry, judged, this.#sources, waiterSeconds);
    this.#options.onChange({ lock: entry.lock, events: this.#events(entry, drafts), isCounted });
  }

  /** A key that is only possibly a lock has no events. */
  #events({ id, recognised, display }: Entry, drafts: readonly EventDraft[]): LockEvent[] {
    if (recognised.isOnlyPossible) return [];
    const { nextSeq } = this.#options.clock;
    const { target } = this.#sources;
    return drafts.map((draft) => ({ ...draft, seq: nextSeq(), id, target: target.name, key: display.text }));
  }
}
