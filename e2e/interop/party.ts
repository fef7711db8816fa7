import type { Kind } from './protocol';

/** Kinds of lock that both sides have. */
export type SharedKind = Extract<
  Kind,
  'reentrant' | 'fair' | 'read' | 'write' | 'fenced' | 'permit' | 'multi'
>;

/** `leaseMs` absent = under the watchdog. */
export type Asked = { leaseMs?: number };

/** A lock that somebody holds. */
export type Held = {
  /** Holder token as it stands in Redis, a permit's as 32 hex digits. */
  readonly token: string;
  readonly fencingToken: bigint | null;
  /** Gives back one hold. */
  release(): Promise<void>;
  /** Takes it once more for the same holder, who must succeed; `read` = its read side, for a writer. */
  again(kind?: 'read'): Promise<Held>;
};

/** Somebody who uses locks: each call is another holder, but for `Held.again`. */
export type Party = {
  readonly name: string;
  /** One attempt; null = busy. */
  take(kind: SharedKind, key: string, asked?: Asked): Promise<Held | null>;
  /** Waits until it has it; rejects when `waitMs` (default: no limit) is over. */
  acquire(kind: SharedKind, key: string, asked?: Asked & { waitMs?: number }): Promise<Held>;
  /**
   * Begins to wait for a lock that another has; resolves when it is listening. `held` is what `acquire` gives.
   */
  wait(kind: SharedKind, key: string, asked?: Asked & { waitMs?: number }): Promise<{ held: Promise<Held> }>;
  /** Says how many permits a semaphore has, if nobody did; whether that was so. */
  setPermits(key: string, permits: number): Promise<boolean>;
  permits(key: string): Promise<{ available: number; held: number }>;
};

/** The locks that `kind` takes under one name of a test. */
export function keysOf(kind: Kind, key: string): string[] {
  return kind === 'multi' ? [`${key}:a`, `${key}:b`, `${key}:c`] : [key];
}

/** The lock of somebody who must get it at once. */
export async function taken(party: Party, kind: SharedKind, key: string, asked?: Asked): Promise<Held> {
  const held = await party.take(kind, key, asked);
  if (!held) throw new Error(`${party.name} found the ${kind} lock held`);
  return held;
}
