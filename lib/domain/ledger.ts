import type { LockId } from './keys/lock-id';
import type { LeaseAdvice } from './locks/lease-advice';

/** Holds of one family that expired while they were held, as is proven (`expired-while-held.ts`). */
export type LedgerRow = {
  target: string;
  family: string;
  /** How many, and how each of them is proven. */
  expired: number;
  cameBack: number;
  livedOn: number;
  /** Locks and holders whose holds they were. */
  locks: number;
  holders: number;
  /** The last of them. */
  last: { atMs: number; lock: LockId; key: string; holder: string | null };
  /** Longest lease of these holds, ms; null = none was seen. */
  leaseMs: number | null;
  /** By how much the lease was too short, of those whose holder came back; null = of none. */
  overrun: { p50Ms: number; maxMs: number; known: number } | null;
  /** Of the whole family within the range, whatever of it was asked for. */
  advice: LeaseAdvice;
};

/** Families with the most proven ones first. `holds` = how many there are in all rows, shown or not. */
export type Ledger = {
  fromMs: number;
  toMs: number;
  rows: LedgerRow[];
  matched: number;
  holds: number;
  nowMs: number;
};
