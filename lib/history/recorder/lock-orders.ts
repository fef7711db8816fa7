import { createHash } from 'node:crypto';
import type { Lock } from '../../contract/lock';
import { isOurs, TAKEN_TOGETHER } from '../../domain/actions/same-hold';
import type { LockInfo, OrderWrite, SpanWrite, SubjectRef } from '../database/batch';
import type { NamedHolder } from './holders';
import type { Span } from './span';

/** Times of changes are those of readings: two that lie closer together than this may be of one moment, ms. */
const APART_MS = 100;
/** A hold that goes on is known to have gone on until so long ago: a change is read within that, ms. */
const READ_MS = 1_000;
/** Locks of one token with which another is compared. */
const MOST_HELD = 8;
/** Pairs that wait to be judged; the oldest go first. */
const MOST_PAIRS = 10_000;
/** Pairs of locks that are written at a time; of others only their families are counted. */
export const MOST_PAIRS_WRITTEN = 300;

type Hold = { held: NamedHolder; span: Span };
type Side = { info: LockInfo; hold: Hold };
/** `inner` was taken while `outer` was held. `idleMs` = how long nobody had `inner` before, while `outer` was held. */
type Pair = { outer: Side; inner: Side; idleMs: number };

/** `infos` = of every lock that the pairs name. */
export type Orders = { orders: OrderWrite[]; infos: LockInfo[] };

/**
 * Locks that one token has at the same time, in the order in which they were taken. What was taken together is one hold
 * over several keys and has no order: it is counted apart. See docs/insights/lock-order.md.
 */
export class LockOrders {
  readonly #target: string;
  readonly #held = new Map<string, Side[]>();
  readonly #pairs = new Set<Pair>();
  #isTrusted = true;

  constructor(target: string) {
    this.#target = target;
  }

  /** Whether changes are seen well enough that their order means something; where not, nothing is counted. */
  trust(isTrusted: boolean): void {
    this.#isTrusted = isTrusted;
    if (!isTrusted) this.#pairs.clear();
  }

  /** A hold that begins, or that an earlier process saw begin. `freeMs` = since when nobody had the lock, epoch ms. */
  began(info: LockInfo, lock: Lock, hold: Hold, freeMs: number): void {
    const { row } = hold.span;
    if (!hasOrder(lock, hold.held) || row.from_known === 'at-most') return;
    const inner = { info, hold };
    const others = this.#held.get(row.token);
    if (!others) {
      this.#held.set(row.token, [inner]);
      return;
    }
    if (this.#isTrusted && row.from_known === 'seen') {
      for (const outer of others) {
        const fromMs = outer.hold.span.row.from_ms;
        if (outer.info.id === info.id || fromMs > row.from_ms) continue;
        this.#pairs.add({ outer, inner, idleMs: row.from_ms - Math.max(fromMs, freeMs) });
      }
      for (const oldest of this.#pairs) {
        if (this.#pairs.size <= MOST_PAIRS) break;
        this.#pairs.delete(oldest);
      }
    }
    if (others.length < MOST_HELD) others.push(inner);
  }

  ended({ row }: Span): void {
    const others = this.#held.get(row.token);
    if (!others) return;
    const left = others.filter(({ hold }) => hold.span.row !== row);
    if (left.length > 0) this.#held.set(row.token, left);
    else this.#held.delete(row.token);
  }

  /** What was seen since the last time, by pairs of locks and of families. */
  drain(nowMs: number): Orders {
    const rows = new Map<string, OrderWrite>();
    const infos: LockInfo[] = [];
    for (const pair of this.#pairs) {
      const order = holdOrder(pair.outer.hold.span.row, pair.inner.hold.span.row, pair.idleMs, nowMs);
      if (order === 'open') continue;
      this.#pairs.delete(pair);
      if (order === 'none') continue;
      const { outer, inner } = pair;
      const isOneHold = order === 'together' || isOneOfOurs(outer) || isOneOfOurs(inner);
      const isNew = count(rows, this.#ofLocks(outer, inner), pair, isOneHold, rows.size < MOST_PAIRS_WRITTEN);
      if (isNew) infos.push(outer.info, inner.info);
      count(rows, this.#ofFamilies(outer, inner), pair, isOneHold, true);
    }
    return { orders: [...rows.values()], infos };
  }

  #ofLocks(outer: Side, inner: Side): [SubjectRef, SubjectRef] {
    const ref = ({ info }: Side) => ({ kind: 'lock' as const, target: this.#target, lock: info.id });
    return [ref(outer), ref(inner)];
  }

  #ofFamilies(outer: Side, inner: Side): [SubjectRef, SubjectRef] {
    const ref = ({ info }: Side) => ({ kind: 'family' as const, target: this.#target, family: info.family });
    return [ref(outer), ref(inner)];
  }
}

type Ends = Pick<SpanWrite, 'from_ms' | 'to_ms' | 'ended'>;

/**
 * Whether the second of two holds of one token was taken under the first (`nested`), both were taken and given back
 * together, neither can be known (`none`), or not yet (`open`). `idleMs` as in `Pair`. Pure.
 */
export function holdOrder(
  outer: Ends,
  inner: Ends,
  idleMs: number,
  nowMs: number,
): 'nested' | 'together' | 'none' | 'open' {
  const seenToMs = nowMs - READ_MS;
  // The end of the first may have been read after the beginning of the second.
  const sureMs = (outer.to_ms ?? seenToMs) - inner.from_ms;
  if (sureMs < APART_MS) return outer.to_ms === null ? 'open' : 'none';
  if (idleMs >= APART_MS) return 'nested';
  const [first, last] = [outer, inner].sort((a, b) => (a.to_ms ?? nowMs) - (b.to_ms ?? nowMs));
  if (!first || !last || first.to_ms === null) return 'open';
  // What expires or is taken away by force says nothing of how it was taken.
  if (first.ended !== 'released') return 'none';
  if ((last.to_ms ?? seenToMs) - first.to_ms >= APART_MS) return 'nested';
  if (last.to_ms === null) return 'open';
  return last.ended === 'released' ? 'together' : 'none';
}

/** Whether a token may be that of another lock too, taken before or after. */
function hasOrder({ kind, possible }: Lock, { holder }: NamedHolder): boolean {
  if (!holder?.tokenUnique || !holder.token.exact || holder.tokenPerHold || holder.mode === 'read')
    return false;
  return !possible && TAKEN_TOGETHER.has(kind);
}

/** Our client draws a token for each acquisition. */
function isOneOfOurs({ hold: { held } }: Side): boolean {
  return held.holder !== null && isOurs(held.holder);
}

/** Adds one to a pair; false = it is there already, or `mayAdd` is false and it is not. */
function count(
  rows: Map<string, OrderWrite>,
  [before, after]: [SubjectRef, SubjectRef],
  { inner }: Pair,
  isOneHold: boolean,
  mayAdd: boolean,
): boolean {
  const { row } = inner.hold.span;
  const name = JSON.stringify([before, after]);
  const known = rows.get(name);
  if (!known && !mayAdd) return false;
  const one: OrderWrite = {
    ...{ before, after, seen: isOneHold ? 0 : 1, together: isOneHold ? 1 : 0 },
    ...{ firstMs: row.from_ms, lastMs: row.from_ms },
    holder: isOneHold ? null : row.holder,
    token: isOneHold ? null : digestOf(row.token),
  };
  rows.set(name, known ? sumOfOrders(known, one) : one);
  return !known;
}

/** Two counts of one pair as one. */
export function sumOfOrders(a: OrderWrite, b: OrderWrite): OrderWrite {
  return {
    ...a,
    seen: a.seen + b.seen,
    together: a.together + b.together,
    firstMs: Math.min(a.firstMs, b.firstMs),
    lastMs: Math.max(a.lastMs, b.lastMs),
    holder: b.holder ?? a.holder,
    token: a.token === null || b.token === null || a.token === b.token ? (a.token ?? b.token) : '',
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}
