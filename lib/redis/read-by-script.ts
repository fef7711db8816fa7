import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import { LockError } from '../domain/errors';
import { HASH_HEAD, type RawKey, VALUE_HEAD } from '../domain/raw-key';
import { fromBuffer } from './from-buffer';
import { bare, HASH_REPLY_LIMIT, SMALL_HASH, toTtl, toType } from './key-reply';
import { runReadScript } from './run-script';
import { scripts } from './scripts.generated';

/** One call holds up every other client of the server: it reads so many keys and so many bytes, then ends. */
const KEYS_PER_CALL = 50;
const BYTES_PER_CALL = 64 * 1024;
const LIMITS = [VALUE_HEAD, HASH_HEAD, SMALL_HASH, HASH_REPLY_LIMIT, BYTES_PER_CALL];
/** Type, PTTL, length and number of parts. */
const FACTS = 4;

/**
 * Reads keys with one short script for many of them, each key as it is at one moment, and appends them to `found` in the
 * order given. Where it throws, `found` holds what was read until then: the caller may go on from there another way.
 */
export async function readByScript(
  redis: Redis,
  keys: readonly ByteString[],
  now: () => number,
  found: RawKey[],
): Promise<void> {
  for (let from = 0; from < keys.length; ) {
    const part = keys.slice(from, from + KEYS_PER_CALL);
    const reply = await runReadScript(redis, scripts.readKeys, part, LIMITS);
    const answered = Array.isArray(reply) ? take(reply, part, now(), found) : 0;
    if (answered === 0) throw new LockError('unexpected-reply', 'keys were read and none was answered');
    from += answered;
  }
}

/** Returns how many keys the reply holds. */
function take(reply: unknown[], keys: readonly ByteString[], atMs: number, found: RawKey[]): number {
  let at = 0;
  let answered = 0;
  while (at < reply.length) {
    const parts = at + FACTS;
    const end = parts + Number(reply[at + 3]);
    found.push(toRawKey(keys[answered] ?? '', reply, at, end, atMs));
    answered += 1;
    at = end;
  }
  return answered;
}

function toRawKey(key: ByteString, reply: unknown[], at: number, end: number, atMs: number): RawKey {
  const type = toType(fromBuffer(reply[at]));
  const raw = bare(key, type, atMs);
  if (type === 'none' || type === 'other') return raw;
  raw.ttlMs = toTtl(Number(reply[at + 1]));
  raw.length = Number(reply[at + 2]);
  const from = at + FACTS;
  if (type === 'string') raw.value = fromBuffer(reply[from]);
  if (type === 'hash' && end > from) raw.hash = pairs(reply, from, end);
  return raw;
}

function pairs(reply: unknown[], from: number, end: number): [ByteString, ByteString][] {
  const fields: [ByteString, ByteString][] = [];
  for (let i = from; i + 1 < end; i += 2) fields.push([fromBuffer(reply[i]), fromBuffer(reply[i + 1])]);
  return fields;
}
