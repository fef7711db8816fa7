import type { TtlMs } from '../contract/leaves';
import type { ByteString } from '../domain/keys/bytes';
import { HASH_HEAD, MEMBER_HEAD, type RawKey, VALUE_HEAD } from '../domain/keys/raw-key';
import { fromBuffer } from './from-buffer';
import { bare, HEAD_LIMIT, NAME_SHARE, putHead, redirectionOf, SMALL_HASH, toTtl, toType } from './key-reply';
import { toWire } from './run-script';

type Arg = string | number | Buffer;
export type Step = [command: string, ...args: Arg[]];
export type Reply = readonly [error: Error | null, result?: unknown];
/** Commands for one key, and what their replies lead to; null = the key changed type on the way. */
export type Question = {
  ask: Step[];
  /** Goes on without what Redis refuses to answer. */
  mayBeRefused?: true;
  read(replies: Reply[], atMs: number): Question | RawKey | null;
};

/** The types that are counted. */
const COUNTS = { hash: 'hlen', list: 'llen', set: 'scard', zset: 'zcard', stream: 'xlen' } as const;
type Counted = keyof typeof COUNTS;
/** A key of these types that is asked about, and its name as it is sent. */
type Asked = { key: ByteString; wire: Arg; type: Counted };

/** The first question about a key; the last one's replies are the key as it is. */
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

/** The TTL comes after the value: a key that lapsed in between has none. */
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

/** `length` as it was counted before. */
function askHead({ key, wire, type }: Asked, step: Step, length: number): Question {
  const isPage = step[0].endsWith('SCAN');
  return {
    ask: [step, ['pttl', wire]],
    read([reply, ttl], atMs) {
      const ttlMs = ttlOf(ttl);
      const list = Array.isArray(reply?.[1]) ? reply[1] : [];
      // RESP3 puts each member of a sorted set into an array with its score.
      const parts: unknown[] = isPage ? (list[1] ?? []) : type === 'zset' ? list.flat() : list;
      // A page may be empty and not the last; nothing else of a key that exists is.
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

/** HGETALL in upper case, or ioredis would make an object of the reply. */
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
