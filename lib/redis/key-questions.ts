import type { TtlMs } from '../contract/leaves';
import type { ByteString } from '../domain/keys/bytes';
import { HASH_HEAD, MEMBER_HEAD, type RawKey, VALUE_HEAD } from '../domain/keys/raw-key';
import { fromBuffer } from './from-buffer';
import { bare, HEAD_LIMIT, NAME_SHARE, putHead, redirectionOf, SMALL_HASH, toTtl, toType } from './key-reply';
import { toWire } from './run-script';

type Arg = string | number | Buffer;
export type Step = [command: string, ...args: Arg[]];
export type Reply = readonly [error: Error | null, result?: unknown];
/** Commands for one key, and what follows from their replies; null = the key changed its type in between. */
export type Question = {
  ask: Step[];
  /** Continues without the parts that Redis refuses. */
  mayBeRefused?: true;
  read(replies: Reply[], atMs: number): Question | RawKey | null;
};

/** The length command of each type. */
const COUNTS = { hash: 'hlen', list: 'llen', set: 'scard', zset: 'zcard', stream: 'xlen' } as const;
type Counted = keyof typeof COUNTS;
/** A key of one of these types, and its name as sent. */
type Asked = { key: ByteString; wire: Arg; type: Counted };

/** The first question about a key; the replies to the last one complete the key. */
export function askType(key: ByteString): Question {
  const wire = toWire(key);
  return {
    ask: [['type', wire]],
    read([reply], atMs) {
      const redirection = redirectionOf(reply?.[0]);
      if (redirection) return { ...bare(key, 'elsewhere', atMs), value: redirection };
      const type = reply?.[0] ? 'other' : toType(String(reply?.[1]));
      if (type === 'none' || type === 'other') return bare(key, type, atMs);
      if (type === 'string') return askString(key, wire);
      if (type === 'elsewhere' || type === 'denied') return bare(key, 'other', atMs);
      const asked = { key, wire, type };
      return type === 'stream' ? askCount(asked) : askSize(asked);
    },
  };
}

/** The TTL is read after the value: a key that expired in between has none. */
function askString(key: ByteString, wire: Arg): Question {
  return {
    ask: [
      ['getrange', wire, 0, VALUE_HEAD - 1],
      ['pttl', wire],
    ],
    read([value, ttl], atMs) {
      const ttlMs = ttlOf(ttl);
      if (!Buffer.isBuffer(value?.[1]) || ttlMs === null) return null;
      const head = fromBuffer(value[1]);
      const found: RawKey = { ...bare(key, 'string', atMs), ttlMs, value: head, length: head.length };
      if (head.length < VALUE_HEAD) return found;
      return {
        ask: [['strlen', wire]],
        read: ([length]) => ({ ...found, length: Math.max(head.length, numberOf(length) ?? 0) }),
      };
    },
  };
}

/** A size that may not be read is NaN: neither too large nor small. */
function askSize(asked: Asked): Question {
  const { key, wire, type } = asked;
  return {
    ask: [['memory', 'USAGE', wire, 'SAMPLES', mostOf(type)]],
    mayBeRefused: true,
    read([usage]) {
      const size = (numberOf(usage) ?? Number.NaN) - key.length * NAME_SHARE;
      if (type === 'hash' && size <= SMALL_HASH) return askHead(asked, ['HGETALL', wire], 0);
      return askLength(asked, size);
    },
  };
}

function askLength(asked: Asked, size: number): Question {
  const { wire, type } = asked;
  return {
    ask: [[COUNTS[type], wire]],
    read([count]) {
      const length = numberOf(count);
      if (!length) return null;
      const head = Math.min(length, mostOf(type));
      if ((size / length) * head > HEAD_LIMIT) return askCount(asked);
      return askHead(asked, headStep(type, wire, length), length);
    },
  };
}

/** `length` as counted before. */
function askHead({ key, wire, type }: Asked, step: Step, length: number): Question {
  const isPage = step[0].endsWith('SCAN');
  return {
    ask: [step, ['pttl', wire]],
    read([reply, ttl], atMs) {
      const ttlMs = ttlOf(ttl);
      const list = Array.isArray(reply?.[1]) ? reply[1] : [];
      // RESP3 wraps each member of a sorted set and its score into an array.
      const parts: unknown[] = isPage ? (list[1] ?? []) : type === 'zset' ? list.flat() : list;
      // A scan page may be empty without being the last; any other reply of an existing key is not.
      const isEmpty = parts.length === 0 && !(isPage && String(list[0]) !== '0');
      if (isEmpty || ttlMs === null) return null;
      const partsEach = type === 'hash' || type === 'zset' ? 2 : 1;
      const listed = parts.length / partsEach;
      const total = isPage || listed >= mostOf(type) ? Math.max(length, listed) : listed;
      const raw: RawKey = { ...bare(key, type, atMs), ttlMs, length: total };
      const head = parts.slice(0, mostOf(type) * partsEach);
      if (head.length > 0 && byteLength(head) <= HEAD_LIMIT) putHead(raw, head);
      return raw;
    },
  };
}

/** HGETALL in upper case, because ioredis turns the reply of the lower-case command into an object. */
function headStep(type: Counted, wire: Arg, length: number): Step {
  if (type === 'zset') return ['ZRANGE', wire, 0, MEMBER_HEAD - 1, 'WITHSCORES'];
  if (type === 'list') return ['LRANGE', wire, 0, MEMBER_HEAD - 1];
  if (type === 'set') return ['SSCAN', wire, 0, 'COUNT', MEMBER_HEAD];
  return length > HASH_HEAD ? ['HSCAN', wire, 0, 'COUNT', HASH_HEAD] : ['HGETALL', wire];
}

function askCount({ key, wire, type }: Asked): Question {
  return {
    ask: [
      [COUNTS[type], wire],
      ['pttl', wire],
    ],
    read([count, ttl], atMs) {
      const [length, ttlMs] = [numberOf(count), ttlOf(ttl)];
      return length === null || ttlMs === null ? null : { ...bare(key, type, atMs), ttlMs, length };
    },
  };
}

function mostOf(type: Counted): number {
  return type === 'hash' ? HASH_HEAD : MEMBER_HEAD;
}

function byteLength(parts: readonly unknown[]): number {
  return parts.reduce<number>((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : 0), 0);
}

/** null = the key is gone, or its TTL may not be read. */
function ttlOf(reply: Reply | undefined): TtlMs | null {
  const ttl = numberOf(reply);
  return ttl === null || ttl < -1 ? null : toTtl(ttl);
}

function numberOf(reply: Reply | undefined): number | null {
  return typeof reply?.[1] === 'number' ? reply[1] : null;
}
