import type { ByteString } from '../domain/bytes';
import type { TtlMs } from '../domain/lock';
import type { RawKey, RedisType } from '../domain/raw-key';

/** A hash of this size is read whole without asking how many fields it has. */
export const SMALL_HASH = 16 * 1024;
/** A hash whose head would be larger than this is reported without its fields. */
export const HASH_REPLY_LIMIT = 256 * 1024;
/** MEMORY USAGE counts the key's own name, which the allocator rounds up by a quarter at most. */
export const NAME_SHARE = 1.25;

const TYPES: ReadonlySet<string> = new Set(['string', 'hash', 'list', 'set', 'zset', 'stream', 'none']);

/** The type TYPE named; a module's own is `other`. */
export function toType(name: string): RedisType {
  return TYPES.has(name) ? (name as RedisType) : 'other';
}

/** What PTTL said about a key that exists. */
export function toTtl(pttl: number): TtlMs {
  return pttl === -1 ? 'none' : pttl;
}

/** A key of which no more is known than its type. */
export function bare(key: ByteString, type: RedisType, readAtMs: number): RawKey {
  return { key, type, ttlMs: 'none', value: null, hash: null, length: 0, readAtMs };
}

/** Whether Redis refused this one command, rather than the connection or the clock failing. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return false;
  return !/^(?:LOADING|MASTERDOWN|NOAUTH)/.test(error.message);
}
