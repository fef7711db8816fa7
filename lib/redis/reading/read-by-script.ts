import type { ByteString } from '../../domain/keys/bytes';
import { HASH_HEAD, MEMBER_HEAD, type RawKey, VALUE_HEAD } from '../../domain/keys/raw-key';
import { ConsoleError } from '../../domain/values/errors';
import type { AnyRedis } from '../connection';
import { fromBuffer } from '../from-buffer';
import { bare, HEAD_LIMIT, putHead, SMALL_HASH, toTtl, toType } from '../key-reply';
import { runReadScript } from '../run-script';
import { scripts } from '../scripts.generated';

/** One call blocks every other client of the server, so it ends after this many keys or too many bytes. */
export const KEYS_PER_CALL = 50;
export const BYTES_PER_CALL = 64 * 1024;
const LIMITS = [VALUE_HEAD, HASH_HEAD, MEMBER_HEAD, SMALL_HASH, HEAD_LIMIT];
/** Type, PTTL, length and number of parts. */
const FACTS = 4;

/**
 * Reads keys with one short script for many of them, each key at one moment, and appends them to `found` in the given
 * order. If it throws, `found` has the keys that were read before, so the caller may continue another way.
 */
export async function readByScript(
  redis: AnyRedis,
  keys: readonly ByteString[],
  now: () => number,
  found: RawKey[],
): Promise<void> {
  for (let from = 0; from < keys.length; ) {
    const part = keys.slice(from, from + KEYS_PER_CALL);
    const read = await readInOneCall(redis, part, BYTES_PER_CALL, now);
    for (const raw of read) found.push(raw);
    from += read.length;
  }
}

/** Reads keys at one moment, at least the first, and stops after `enoughBytes` of them. */
export async function readInOneCall(
  redis: AnyRedis,
  keys: readonly ByteString[],
  enoughBytes: number,
  now: () => number,
): Promise<RawKey[]> {
  const reply = await runReadScript(redis, scripts.readKeys, keys, [...LIMITS, enoughBytes]);
  const read = Array.isArray(reply) ? toRawKeys(reply, keys, now()) : [];
  if (read.length === 0) throw new ConsoleError('unexpected-reply', 'keys were read and none was answered');
  return read;
}

function toRawKeys(reply: unknown[], keys: readonly ByteString[], atMs: number): RawKey[] {
  const read: RawKey[] = [];
  for (let at = 0; at < reply.length; ) {
    const end = at + FACTS + Number(reply[at + 3]);
    read.push(toRawKey(keys[read.length] ?? '', reply, at, end, atMs));
    at = end;
  }
  return read;
}

function toRawKey(key: ByteString, reply: unknown[], at: number, end: number, atMs: number): RawKey {
  const type = toType(fromBuffer(reply[at]));
  const raw = bare(key, type, atMs);
  if (type === 'none' || type === 'other') return raw;
  raw.ttlMs = toTtl(Number(reply[at + 1]));
  raw.length = Number(reply[at + 2]);
  const from = at + FACTS;
  if (type === 'string') raw.value = fromBuffer(reply[from]);
  else if (end > from) putHead(raw, reply, from, end);
  return raw;
}
