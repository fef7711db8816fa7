import type { TtlMs } from '../../contract/leaves';
import type { ByteString } from './bytes';

export type RedisType =
  | 'string'
  | 'hash'
  | 'list'
  | 'set'
  | 'zset'
  | 'stream'
  | 'none'
  /** A module's type. */
  | 'other'
  /** The key may exist, but this user may not read it: `value` is Redis' error. */
  | 'denied'
  /** Another node of the cluster has the key, or may have it: `value` is Redis' redirection. */
  | 'elsewhere';

/**
 * One key as read from Redis, bounded: at most `VALUE_HEAD` bytes of a string, `HASH_HEAD` fields of a hash,
 * `MEMBER_HEAD` members or items of a sorted set, list or set; no head where even that would be too much to send.
 * Formats read nothing else.
 */
export type RawKey = {
  key: ByteString;
  type: RedisType;
  ttlMs: TtlMs;
  /** Head of a string value; null for other types. */
  value: ByteString | null;
  /** Fields of a hash in Redis' order; null for other types. */
  hash: ReadonlyArray<readonly [field: ByteString, value: ByteString]> | null;
  /** Head of a sorted set, lowest score first; null for other types. */
  members: ReadonlyArray<readonly [member: ByteString, score: number]> | null;
  /** Head of a list in its order, or some members of a set in no order; null for other types. */
  items: readonly ByteString[] | null;
  /** Length of the whole value in bytes, or its number of fields or members. */
  length: number;
  /** Epoch ms when the reply arrived, on the console's clock. */
  readAtMs: number;
};

export const VALUE_HEAD = 1024;
export const HASH_HEAD = 64;
export const MEMBER_HEAD = 64;

/** A key that is not there, at this moment. */
export function absentKey(key: ByteString, readAtMs: number): RawKey {
  const nothing = { value: null, hash: null, members: null, items: null, length: 0 };
  return { key, type: 'none', ttlMs: 'none', ...nothing, readAtMs };
}
