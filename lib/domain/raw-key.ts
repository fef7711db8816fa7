import type { ByteString } from './bytes';
import type { TtlMs } from './lock';

export type RedisType = 'string' | 'hash' | 'list' | 'set' | 'zset' | 'stream' | 'none' | 'other';

/**
 * One key as read from Redis, bounded: at most `VALUE_HEAD` bytes of a string, `HASH_HEAD` fields of a hash.
 * Formats look at nothing else.
 */
export type RawKey = {
  key: ByteString;
  type: RedisType;
  ttlMs: TtlMs;
  /** Head of a string value; null for other types. */
  value: ByteString | null;
  /** Fields of a hash in Redis' order; null for other types. */
  hash: ReadonlyArray<readonly [field: ByteString, value: ByteString]> | null;
  /** Length of the whole value in bytes, or its number of fields or members. */
  length: number;
  /** Epoch ms when the reply arrived, on the console's clock. */
  readAtMs: number;
};

export const VALUE_HEAD = 1024;
export const HASH_HEAD = 64;
