import type { Holder } from '../../contract/holder';
import type { Lock, LockEvent } from '../../contract/lock';
import type { LockId } from '../../domain/keys/lock-id';
import { numberOrNull } from '../../domain/values/counted';
import type { LockInfo, SpanWrite } from '../database/batch';
import { BatchBuilder } from './batch-builder';
import { countEnd } from './count-ends';
import { Expiries, type OnProven } from './expiries';
import { FindingChanges } from './finding-changes';
import { holdersOf, labelOf, type NamedHolder, refOf, silentSinceMs } from './holders';
import type { LockChange } from './lock-change';
import { compareFindings } from './lock-findings';
import { LockOrders } from './lock-orders';
import { LongHolds } from './long-holds';
import { NamedWaits, type WaitEnd } from './named-waits';
import { RollupCounters } from './rollup-counters';
import { adoptedSpan, beginSpan, endSpan, type Span, updateSpan } from './span';
import { lockInfoOf, meet, newTracked, type Tracked } from './tracked';
import { type Turns, turnsOf } from './turns';

/** How a hold began: the event that says so, null = none does. */
type Begins = Pick<Turns, 'isCounted'> & { event: LockEvent | null };

/** Until then those who waited for a lock that was freed are taken to wait: longer than between two counts of them. */
const RECOUNT_MS = 1_500;

/** Turns changes of locks into holds, waits, figures and events, at once and in memory. */
export class LockRecorder {
  readonly counters: RollupCounters;
  readonly builder = new BatchBuilder();
  readonly findings = new FindingChanges();
  readonly waits: NamedWaits;
  readonly long = new LongHolds();
  readonly orders: LockOrders;
  readonly tracked = new Map<LockId, Tracked>();
  /** Freed while somebody waited. */
  readonly freed = new Set<Tracked>();
  /** Open holds whose row says less than is known. */
  readonly stale = new Set<Span>();
  readonly expiries: Expiries;
  readonly #target: string;
  readonly #adopt: (lock: LockId, held: NamedHolder) => SpanWrite | null;
  #last = 0;

  /** `adopt` gives the hold that an earlier process began to write down, if it goes on. */
  constructor(
    target: string,
    adopt: (lock: LockId, held: NamedHolder) => SpanWrite | null,
    onProven: OnProven = () => {},
  ) {
    this.expiries = new Expiries(this.builder, onProven);
    this.#target = target;
    this.#adopt = adopt;
    this.counters = new RollupCounters(target);
    this.waits = new NamedWaits(target);
    this.orders = new LockOrders(target);
  }

  take({ lock, removed, events, isCounted }: LockChange, nowMs: number): void {
    const id = lock?.id ?? removed ?? events[0]?.id;
    if (id === undefined) return;
    const known = this.tracked.get(id);
    if (!known && !lock) return;
    const tracked = known ?? this.track(lockInfoOf(lock as Lock), lock as Lock, nowMs);
    if (isCounted === false) tracked.facts.decide = false;
    if (lock && tracked.isBare) meet(tracked, lock);
    const after = removed === undefined ? (lock ?? tracked.last) : null;
    tracked.touchedMs = nowMs;
    if (lock && lock.format.id !== tracked.info.formatId) tracked.info = lockInfoOf(lock);
    const has = after ? holdersOf(after) : [];
    const turns = turnsOf(events, has.length, isCounted === true);
    const silentFromMs = tracked.last && silentSinceMs(tracked.last, nowMs);
    this.#endHolds(tracked, has, turns, nowMs);
    // A hold that is found again went on meanwhile: as far as it was watched, which counters know.
    const heldFromMs = tracked.holds.size > 0 ? (silentFromMs ?? nowMs) : nowMs;
    const count = this.#countAfter(tracked, after, nowMs);
    tracked.last = after;
    if (after) this.#beginHolds(tracked, after, has, turns, nowMs);
    const isHeld = after !== null && has.length > 0 && after.state !== 'unknown';
    this.#readHeld(tracked, isHeld, isHeld ? heldFromMs : nowMs, nowMs);
    const silentMs = after && silentSinceMs(after, nowMs);
    if (count !== undefined) this.setWaiters(tracked, count, silentMs ?? nowMs, nowMs);
    for (const event of events) this.#happened(tracked, event, has, turns, nowMs);
    compareFindings(tracked, this.findings, this.builder, nowMs);
  }

  /** Sets how many wait for it, from `atMs` on; null = cannot be counted. */
  setWaiters(tracked: Tracked, count: number | null, atMs: number, nowMs: number = atMs): void {
    const { counted, accounts, arrivals, last, info } = tracked;
    if (count === counted) return;
    this.addWaits(tracked, atMs);
    const more = (count ?? 0) - (counted ?? 0);
    tracked.counted = count;
    if (more !== 0) this.counters.change(accounts, 0, more, atMs, nowMs);
    if (count === null) arrivals.forget();
    else if (more > 0) arrivals.come(more, atMs);
    else {
      arrivals.go(-more, atMs, (ms) => {
        if (!tracked.isQueued) this.counters.time(accounts, 'wait', ms, atMs, nowMs);
      });
    }
    if (count !== tracked.written) {
      tracked.written = count;
      this.builder.lock(info);
      this.builder.waiting(info.id, atMs, count);
    }
    for (const { span } of tracked.holds.values()) {
      if (count === null || count <= (span.row.waiters_max ?? -1)) continue;
      span.row.waiters_max = count;
      if (count > 0) this.stale.add(span);
    }
    if (last && count && !counted) {
      this.builder.lock(info);
      this.builder.contended(last, count, nowMs);
    }
  }

  /** Named waits that ended. */
  waitsEnded(ended: readonly WaitEnd[], nowMs: number): void {
    for (const { row, waitedMs } of ended) {
      const tracked = this.tracked.get(row.lock);
      if (!tracked) continue;
      this.builder.lock(tracked.info);
      this.builder.waitSpan(row);
      if (row.known_by === 'queue')
        this.counters.time(tracked.accounts, 'wait', waitedMs, row.to_ms ?? nowMs, nowMs);
    }
  }

  writeSpan(span: Span): void {
    const tracked = this.tracked.get(span.row.lock);
    if (!tracked) return;
    this.stale.delete(span);
    this.builder.lock(tracked.info);
    this.builder.span(span.row);
  }

  /** Begins to remember a lock; `lock` null = it was not read yet. */
  track(info: LockInfo, lock: Lock | null, nowMs: number): Tracked {
    const tracked = newTracked(info, lock, this.counters.open(info, nowMs), nowMs);
    this.tracked.set(info.id, tracked);
    return tracked;
  }

  #endHolds(
    tracked: Tracked,
    has: readonly NamedHolder[],
    turns: ReturnType<typeof turnsOf>,
    nowMs: number,
  ): void {
    if (tracked.holds.size === 0 || !tracked.last) return;
    const left = [...tracked.holds].filter(
      ([name]) => turns.isAnew || !has.some((held) => held.name === name),
    );
    if (left.length === 0) return;
    let lastMs = Number.NEGATIVE_INFINITY;
    for (const [place, [name, { held, span }]] of left.entries()) {
      endSpan(span, tracked.last, held, turns.endOf(held, place), nowMs);
      const toMs = span.row.to_ms ?? nowMs;
      this.addWaits(tracked, toMs, span);
      tracked.holds.delete(name);
      this.orders.ended(span);
      this.#ended(tracked, span, held.holder, turns, nowMs);
      lastMs = Math.max(lastMs, toMs);
    }
    tracked.lastEndMs = lastMs;
    if (tracked.holds.size > 0) return;
    this.#readHeld(tracked, false, lastMs, nowMs);
    if (!tracked.counted) return;
    tracked.freed = { atMs: lastMs, goneMs: null };
    this.freed.add(tracked);
  }

  #ended(tracked: Tracked, span: Span, holder: Holder | null, { isCounted }: Turns, nowMs: number): void {
    const { info } = tracked;
    countEnd(this, tracked, span, isCounted, nowMs);
    this.stale.delete(span);
    this.builder.lock(info);
    this.builder.span(span.row);
    this.expiries.ended(info, span, holder);
  }

  #beginHolds(
    tracked: Tracked,
    lock: Lock,
    has: readonly NamedHolder[],
    turns: ReturnType<typeof turnsOf>,
    nowMs: number,
  ): void {
    let place = 0;
    for (const held of has) {
      const known = tracked.holds.get(held.name);
      if (known) {
        known.held = held;
        if (updateSpan(known.span, lock, held)) this.stale.add(known.span);
        continue;
      }
      this.#begin(tracked, lock, held, { event: turns.beginOf(held, place++), ...turns }, nowMs);
    }
  }

  #begin(tracked: Tracked, lock: Lock, held: NamedHolder, how: Begins, nowMs: number): void {
    const { accounts, freed, info, lastEndMs, facts } = tracked;
    const { event, isCounted } = how;
    const isNew = event !== null && event.kind !== 'first-seen';
    const row = isNew ? null : this.#adopt(lock.id, held);
    const uid = `${this.#target}/${++this.#last}`;
    const begun = { uid, lock, held, event, notBeforeMs: lastEndMs, nowMs };
    const span = row ? adoptedSpan(row, lock, held, nowMs) : beginSpan(begun);
    const fromMs = span.row.from_ms;
    if (tracked.counted) span.waitedToMs = Math.min(nowMs, Math.max(fromMs, lastEndMs));
    const hold = { held, span };
    tracked.holds.set(held.name, hold);
    this.orders.began(info, lock, hold, lastEndMs);
    if (row) updateSpan(span, lock, held);
    this.builder.lock(info);
    this.builder.span(span.row);
    if (isNew && !isCounted) this.counters.count(accounts, 'acquisitions', fromMs, nowMs);
    if (freed) {
      this.counters.time(accounts, 'gap', Math.max(0, fromMs - freed.atMs), fromMs, nowMs);
      tracked.freed = null;
      this.freed.delete(tracked);
    }
    const isFound = !isNew && span.row.from_known === 'at-least' && !facts.decide;
    if (lock.state !== 'unknown' && !tracked.isHeld && isFound) {
      tracked.isHeld = true;
      this.counters.found(accounts, fromMs, nowMs);
    } else if (lock.state !== 'unknown') this.#readHeld(tracked, true, fromMs, nowMs);
    if (!held.holder) return;
    if (isNew && this.waits.has(lock.id))
      this.waitsEnded(this.waits.took(lock.id, held.holder.token.text, refOf(held.holder), fromMs), nowMs);
    this.expiries.seen(lock.id, span.row.token, held.holder, Math.max(fromMs, event?.atMs ?? nowMs));
  }

  /** As read; where keyspace events say whether it is held, they are newer. */
  #readHeld(tracked: Tracked, isHeld: boolean, atMs: number, nowMs: number = atMs): void {
    if (!tracked.facts.decide) this.setHeld(tracked, isHeld, atMs, nowMs);
  }

  setHeld(tracked: Tracked, isHeld: boolean, atMs: number, nowMs: number = atMs): void {
    if (tracked.isHeld === isHeld) return;
    tracked.isHeld = isHeld;
    const silentMs = isHeld || !tracked.last ? null : silentSinceMs(tracked.last, nowMs);
    this.counters.change(tracked.accounts, isHeld ? 1 : -1, 0, silentMs ?? atMs, nowMs);
  }

  /** How many wait after the change; undefined = as many as before, as far as is known. */
  #countAfter(tracked: Tracked, after: Lock | null, nowMs: number): number | null | undefined {
    if (after) return after.state === 'unknown' ? null : numberOrNull(after.waiters.count);
    if (tracked.counted === null) return undefined;
    if (tracked.counted === 0 || !tracked.freed) return 0;
    tracked.freed.goneMs ??= nowMs;
    return undefined;
  }

  /** Whether those who waited for a lock that is gone were not counted again since. */
  isForgotten({ freed, last }: Tracked, nowMs: number): boolean {
    return freed !== null && last === null && nowMs - (freed.goneMs ?? nowMs) >= RECOUNT_MS;
  }

  /** Adds up what was waited for during its holds, or only one, until now. */
  addWaits(tracked: Tracked, toMs: number, only?: Span): void {
    for (const { span } of tracked.holds.values()) {
      if (only && span !== only) continue;
      if (tracked.counted) span.row.waiter_ms += tracked.counted * Math.max(0, toMs - span.waitedToMs);
      span.waitedToMs = Math.max(span.waitedToMs, toMs);
    }
  }

  #happened(
    tracked: Tracked,
    event: LockEvent,
    has: readonly NamedHolder[],
    { isCounted }: Turns,
    nowMs: number,
  ): void {
    const { accounts, info, facts } = tracked;
    if (event.kind === 'renewed' || event.kind === 'extended') {
      const column = event.kind === 'renewed' ? 'renewals' : 'extensions';
      if (!isCounted) this.counters.count(accounts, column, event.atMs, nowMs);
      else if (column === 'extensions')
        this.counters.recount(accounts, 'renewals', column, facts.renewedMs ?? event.atMs, nowMs);
      const named = has.length < 2 ? has : has.filter((h) => h.holder && labelOf(h.holder) === event.holder);
      for (const { name } of named) {
        const hold = tracked.holds.get(name);
        if (hold) hold.span.row[column] += 1;
        if (hold && column === 'extensions') this.stale.add(hold.span);
      }
    }
    this.builder.lock(info);
    this.builder.told(event, event.kind === 'expired' ? this.#expiredMs(tracked, event) : null);
  }

  #expiredMs({ lastEndMs }: Tracked, { atMs }: LockEvent): number | null {
    return Number.isFinite(lastEndMs) && lastEndMs <= atMs ? lastEndMs : null;
  }
}
