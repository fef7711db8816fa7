import type { Holder } from '../../contract/holder';
import type { LockId } from '../../domain/keys/lock-id';
import { type ExpiryProof, expiryProofOf } from '../../domain/locks/expired-while-held';
import type { LockInfo, SpanWrite } from '../database/batch';
import type { BatchBuilder } from './batch-builder';
import type { Span } from './span';

/** So many expired holds are remembered, for so long. */
const KEPT = 2_000;
const KEPT_MS = 600_000;

type Expired = { info: LockInfo; row: SpanWrite; deadlineMs: number; instance: string | null };

/** When a process was last seen to live, epoch ms, by its client instance; null = it was not. */
export type SeenAlive = (instance: string) => number | null;

/** Told of each hold that is proven to have expired while it was held, once. */
export type OnProven = (info: LockInfo, proof: ExpiryProof) => void;

/**
 * Holds whose lease ran out, until it is proven that they were still held then: the holder's own token has the lock again,
 * which only whoever held it writes, or its process is seen to live after the deadline. A new try of the same process with
 * another token shows nothing of the sort. What is proven is written, and told as an event at the moment it expired.
 */
export class Expiries {
  readonly #byLock = new Map<LockId, Expired>();
  readonly #builder: BatchBuilder;
  readonly #onProven: OnProven;

  constructor(builder: BatchBuilder, onProven: OnProven) {
    this.#builder = builder;
    this.#onProven = onProven;
  }

  /** A hold ended, in whatever way. */
  ended(info: LockInfo, { row, tokenUnique, deadlineMs }: Span, holder: Holder | null): void {
    if (this.#proven(info, row) || row.ended !== 'expired' || !tokenUnique) return;
    const atMs = row.to_ms ?? deadlineMs ?? row.from_ms; // a deadline that was read late is later than the end
    this.#byLock.delete(row.lock);
    this.#byLock.set(row.lock, { info, row, deadlineMs: atMs, instance: holder?.process?.instance ?? null });
    for (const [lock, each] of this.#byLock) {
      if (this.#byLock.size <= KEPT && atMs - each.deadlineMs < KEPT_MS) break;
      this.#byLock.delete(lock);
    }
  }

  /**
   * This holder has the lock at `atMs`. By how much it outlived its lease is known of a token that no later hold has; of a
   * thread that comes back it is only known that it lived on.
   */
  seen(lock: LockId, token: string, { tokenUnique, tokenReused }: Holder, atMs: number): void {
    const expired = this.#byLock.get(lock);
    if (!tokenUnique || !expired || expired.row.token !== token || atMs <= expired.deadlineMs) return;
    this.#byLock.delete(lock);
    if (tokenReused) expired.row.verdict = 'alive';
    else expired.row.overrun_ms = Math.round(atMs - expired.deadlineMs);
    this.#proven(expired.info, expired.row);
  }

  /** Looks which of their processes live; to be called now and then. */
  look(seenAlive: SeenAlive): void {
    for (const [lock, { info, row, deadlineMs, instance }] of this.#byLock) {
      if (instance === null || (seenAlive(instance) ?? 0) <= deadlineMs) continue;
      this.#byLock.delete(lock);
      row.verdict = 'alive';
      this.#proven(info, row);
    }
  }

  /** Whether the row proves it; if so it is written and told. */
  #proven(info: LockInfo, row: SpanWrite): boolean {
    const { lock, holder, ended, verdict, overrun_ms: overrunMs } = row;
    const proof = expiryProofOf({ ended, verdict, overrunMs });
    if (proof === null) return false;
    this.#builder.lock(info);
    this.#builder.span(row);
    this.#builder.event({
      atMs: row.to_ms ?? row.from_ms,
      lock,
      node: null,
      kind: 'expired-while-held',
      by: 'inferred',
      holder,
      values: { proof, ...(overrunMs !== null && { overrunMs }) },
    });
    this.#onProven(info, proof);
    return true;
  }
}
