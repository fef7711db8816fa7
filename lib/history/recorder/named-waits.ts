import type { LockId } from '../../domain/keys/lock-id';
import type { NamedWait } from '../../domain/wait-graph/wait-graph';
import type { WaitSpanWrite } from '../database/batch';
import { refOf } from './holders';

type Wait = { row: WaitSpanWrite; token: string | null };

export type WaitEnd = { row: WaitSpanWrite; waitedMs: number };

/**
 * Waiters that have a name, from looks a second apart: a wait begins when it was first told, and ends when its waiter gets
 * the lock, to the event; when it gives up, to the second.
 */
export class NamedWaits {
  readonly #byLock = new Map<LockId, Map<string, Wait>>();
  readonly #target: string;
  #last = 0;

  constructor(target: string) {
    this.#target = target;
  }

  has(lock: LockId): boolean {
    return this.#byLock.has(lock);
  }

  /** Since when the one waits who waits longest for a lock, ms; null = nobody with a name does. */
  oldestMs(lock: LockId): number | null {
    let oldest: number | null = null;
    for (const { row } of this.#byLock.get(lock)?.values() ?? [])
      if (row.to_ms === null && row.from_ms < (oldest ?? Number.POSITIVE_INFINITY)) oldest = row.from_ms;
    return oldest;
  }

  /** Everybody who waits now. Returns the waits that began and those that ended. */
  look(
    waits: readonly NamedWait[],
    isKnown: (lock: LockId) => boolean,
    nowMs: number,
  ): { began: WaitSpanWrite[]; ended: WaitEnd[] } {
    const began: WaitSpanWrite[] = [];
    const there = new Set<Wait>();
    for (const wait of waits) {
      if (!isKnown(wait.lock)) continue;
      const ofLock = this.#byLock.get(wait.lock) ?? new Map<string, Wait>();
      this.#byLock.set(wait.lock, ofLock);
      const token = wait.token?.text ?? null;
      const name = `${wait.by} ${token ?? wait.process?.instance ?? wait.label}`;
      const known = ofLock.get(name);
      const isAnew = known?.row.to_ms != null && (wait.sinceMs ?? 0) > known.row.to_ms;
      if (known && !isAnew) {
        there.add(known);
        continue;
      }
      const row = this.#begin(wait, token, nowMs);
      const next = { row, token };
      ofLock.set(name, next);
      there.add(next);
      began.push(row);
    }
    return { began, ended: this.#end(there, nowMs) };
  }

  /** Somebody got the lock: ends its wait, if it had one. */
  took(lock: LockId, token: string, ref: string | null, atMs: number): WaitEnd[] {
    const ended: WaitEnd[] = [];
    for (const wait of this.#byLock.get(lock)?.values() ?? []) {
      const { row } = wait;
      const same = wait.token === null ? ref !== null && row.waiter_ref === ref : wait.token === token;
      if (!same || row.to_ms !== null) continue;
      row.got_it = 1;
      ended.push(endAt(row, atMs));
    }
    return ended;
  }

  #begin({ lock, by, label, token, process, sinceMs }: NamedWait, text: string | null, nowMs: number) {
    const nobody = { text: '', exact: false, byteLength: 0 };
    const row: WaitSpanWrite = {
      uid: `${this.#target}/w${++this.#last}`,
      lock,
      target: this.#target,
      waiter: label ?? text?.slice(0, 48) ?? null,
      waiter_ref: refOf({ token: token ?? nobody, tokenUnique: token !== null, process }),
      known_by: by,
      from_ms: Math.round(Math.min(nowMs, sinceMs ?? nowMs)),
      to_ms: null,
      got_it: null,
    };
    return row;
  }

  #end(there: ReadonlySet<Wait>, nowMs: number): WaitEnd[] {
    const ended: WaitEnd[] = [];
    for (const [lock, waits] of this.#byLock) {
      for (const [name, wait] of waits) {
        if (there.has(wait)) continue;
        waits.delete(name);
        if (wait.row.to_ms !== null) continue;
        wait.row.got_it = 0;
        ended.push(endAt(wait.row, nowMs));
      }
      if (waits.size === 0) this.#byLock.delete(lock);
    }
    return ended;
  }
}

function endAt(row: WaitSpanWrite, atMs: number): WaitEnd {
  row.to_ms = Math.max(row.from_ms, atMs);
  return { row, waitedMs: row.to_ms - row.from_ms };
}
