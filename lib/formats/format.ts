import type { ByteString } from '../domain/bytes';
import type { Confidence, FormatRef, HolderProcess, LockKind, Since, TtlMs } from '../domain/lock';
import type { RawKey } from '../domain/raw-key';
import type { Script } from '../redis/run-script';

/** A holder as the bytes show it. Everything that needs more than one reading (since, verdict) is added later. */
export type DecodedHolder = {
  token: ByteString;
  /** Length of the whole token in bytes; absent = `token` is the whole of it and not only its head. */
  tokenLength?: number;
  /** Whether no successor can ever write the same token. */
  tokenUnique: boolean;
  label: string | null;
  mode: 'exclusive' | 'read' | 'write';
  holdCount: number | null;
  /** Acquire time that the token itself tells; null when the bytes do not say. */
  since: Pick<Since, 'atMs' | 'atLeast' | 'atMost'> | null;
  process: HolderProcess | null;
};

export type Decoded = {
  holders: DecodedHolder[];
  ttlMs: TtlMs;
  /** Deadline written into the value, epoch ms; null when there is none. */
  valueDeadlineMs: number | null;
};

/** What a script compares, besides the token: exactly what the operator saw. */
export type SeenFacts = { holdCount: number | null; deadlineMs: number | 'none' };

/** One script call. Keys and arguments are byte strings. */
export type ScriptPlan = { script: Script; keys: ByteString[]; args: (ByteString | number)[] };

/** A key name that this format is known to use: matched as a part of the name, since applications add prefixes. */
export type NameShape = RegExp;

/**
 * A lock format: data, two pure functions (`recognise`, `decode`) and what may be done with it.
 * An action a format lacks has no button. Regular expressions see byte strings (one character per byte).
 */
export type Format = {
  id: string;
  library: string;
  language: string;
  kind: LockKind;
  redisType: 'string' | 'hash';
  /** Names that give this format's keys away; empty = any name, found by content or by channel. */
  names: NameShape[];
  /** Type first, then shape. Never claims more than the bytes prove. `named` = the key's name alone says lock. */
  recognise(raw: RawKey, now: number, named: boolean): Confidence | null;
  /** What else the bytes of a key that this format recognised could be, best first. */
  alternatives?(raw: RawKey, now: number): FormatRef[];
  decode(raw: RawKey, now: number): Decoded;
  /** Share of the lease below which a renewing holder's TTL never falls; null = this library does not renew. */
  healthyFloor: number | null;
  /** Channel that release messages go to and waiters subscribe to; absent = waiters leave no trace. */
  channel?(key: ByteString): ByteString;
  release?(key: ByteString, token: ByteString, seen: SeenFacts): ScriptPlan;
  extend?(key: ByteString, token: ByteString, leaseMs: number, seen: SeenFacts): ScriptPlan;
};

/** Identity function that gives a format literal its type. */
export function defineFormat(format: Format): Format {
  return format;
}
