import type { LockEventKind } from '../../contract/codes';
import type { Lock, LockEvent } from '../../contract/lock';
import type { LockId } from '../../domain/keys/lock-id';
import type { EventWrite, HistoryBatch, LockInfo, SpanWrite, WaitSpanWrite } from '../database/batch';

/** A lock that somebody begins to wait for, again and again, is told once in this time. */
const CONTENDED_MS = 60_000;

/** Events of locks that have a row as they are; acquired, released, renewed and re-entered are told by holds and figures. */
const WORTH: ReadonlySet<LockEventKind> = new Set<LockEventKind>([
  'expired',
  'lost',
  'taken-over',
  'force-released',
  'extended',
  'late',
  'holder-gone',
  'holder-back',
]);

/** What is to be written with the next batch, beside the figures. */
export class BatchBuilder {
  #locks = new Map<LockId, LockInfo>();
  #spans = new Map<string, SpanWrite>();
  #waitSpans = new Map<string, WaitSpanWrite>();
  #waiting: HistoryBatch['waiting'] = [];
  #events: EventWrite[] = [];
  readonly #contendedMs = new Map<LockId, number>();

  lock(info: LockInfo): void {
    this.#locks.set(info.id, info);
  }

  span(row: SpanWrite): void {
    this.#spans.set(row.uid, row);
  }

  waitSpan(row: WaitSpanWrite): void {
    this.#waitSpans.set(row.uid, row);
  }

  waiting(lock: LockId, atMs: number, waiters: number | null): void {
    this.#waiting.push({ lock, atMs, waiters });
  }

  event(event: EventWrite): void {
    this.#events.push(event);
  }

  /** An event of a lock, if it is worth a row. `atMs` = when it happened, where that is known better than when it was told. */
  told({ id, kind, by, holder, values, ...event }: LockEvent, atMs: number | null): void {
    if (!WORTH.has(kind)) return;
    this.#events.push({
      ...{ atMs: Math.round(atMs ?? event.atMs), lock: id, node: null, kind, by, holder, values },
    });
  }

  contended(lock: Lock, count: number, nowMs: number): void {
    const reportedMs = this.#contendedMs.get(lock.id);
    if (reportedMs !== undefined && nowMs - reportedMs < CONTENDED_MS) return;
    this.#contendedMs.delete(lock.id);
    this.#contendedMs.set(lock.id, nowMs);
    this.#events.push(ofLock(lock, 'contended', nowMs, { count }));
  }

  /** Everything, as copies: rows go on changing. */
  drain(nowMs: number): Pick<HistoryBatch, 'locks' | 'spans' | 'waitSpans' | 'waiting' | 'events'> {
    for (const [lock, atMs] of this.#contendedMs) {
      if (nowMs - atMs < CONTENDED_MS) break;
      this.#contendedMs.delete(lock);
    }
    const out = {
      locks: [...this.#locks.values()],
      spans: [...this.#spans.values()].map((row) => ({ ...row })),
      waitSpans: [...this.#waitSpans.values()].map((row) => ({ ...row })),
      waiting: this.#waiting,
      events: this.#events,
    };
    this.#locks = new Map();
    this.#spans = new Map();
    this.#waitSpans = new Map();
    this.#waiting = [];
    this.#events = [];
    return out;
  }
}

/** An event of a lock that its readings do not tell. */
export function ofLock(
  { id, holders }: Lock,
  kind: string,
  atMs: number,
  values: EventWrite['values'],
): EventWrite {
  const holder = holders[0]?.label ?? null;
  return { atMs, lock: id, node: null, kind, by: 'inferred', holder, values };
}
