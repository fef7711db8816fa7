import type { Redis } from 'ioredis';
import type { ByteString } from '../domain/bytes';
import type { TtlMs } from '../domain/lock';
import { HASH_HEAD, type RawKey, type RedisType, VALUE_HEAD } from '../domain/raw-key';
import { fromBuffer } from './from-buffer';
import { bare, HASH_REPLY_LIMIT, isRefusal, NAME_SHARE, SMALL_HASH, toTtl, toType } from './key-reply';
import { toWire } from './run-script';

/** Commands that go out in one pipeline; more would delay other clients of the server. */
const PIPELINE_LIMIT = 500;
/** How members are counted in the types no format reads. */
const COUNTS: Partial<Record<RedisType, string>> = {
  list: 'llen',
  set: 'scard',
  zset: 'zcard',
  stream: 'xlen',
};

type Arg = string | number | Buffer;
type Step = [command: string, ...args: Arg[]];
type Reply = readonly [error: Error | null, result?: unknown];
/** Commands for one key, and what their replies lead to; null = the key changed type on the way. */
type Question = { ask: Step[]; read(replies: Reply[], atMs: number): Question | RawKey | null };

/**
 * Reads keys with one command for each fact, where a script is not allowed. A key that changes type while it is read is
 * read again, once; if it changes again, or this user may not read it, its type is `other`.
 * Throws when the connection fails or an answer is late.
 */
export async function readByCommands(
  redis: Redis,
  keys: readonly ByteString[],
  now: () => number,
): Promise<RawKey[]> {
  const first = await askAll(redis, keys, now);
  const changed = keys.filter((_, i) => first[i] === null);
  if (changed.length === 0) return first as RawKey[];
  const second = await askAll(redis, changed, now);
  return first.map((raw, i) => raw ?? second.shift() ?? bare(keys[i] ?? '', 'other', now()));
}

async function askAll(
  redis: Redis,
  keys: readonly ByteString[],
  now: () => number,
): Promise<(RawKey | null)[]> {
  const answers = new Array<RawKey | null>(keys.length).fill(null);
  let open = keys.map((key, at) => ({ at, question: askType(key) }));
  while (open.length > 0) {
    const replies = await pipelined(
      redis,
      open.flatMap(({ question }) => question.ask),
    );
    const atMs = now();
    const next: typeof open = [];
    let from = 0;
    for (const { at, question } of open) {
      const mine = replies.slice(from, from + question.ask.length);
      from += question.ask.length;
      const answer = question.read(mine, atMs);
      if (answer && 'ask' in answer) next.push({ at, question: answer });
      else answers[at] = answer;
    }
    open = next;
  }
  return answers;
}

function askType(key: ByteString): Question {
  const wire = toWire(key);
  return {
    ask: [['type', wire]],
    read([reply], atMs) {
      const type = reply?.[0] ? 'other' : toType(String(reply?.[1]));
      if (type === 'string') return askString(key, wire);
      if (type === 'hash') return askHashSize(key, wire);
      const count = COUNTS[type];
      return count ? askCount(key, wire, type, count) : bare(key, type, atMs);
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

function askHashSize(key: ByteString, wire: Arg): Question {
  return {
    ask: [['memory', 'USAGE', wire, 'SAMPLES', HASH_HEAD]],
    read([size]) {
      const usage = numberOf(size);
      const bytes = usage === null ? null : usage - key.length * NAME_SHARE;
      if (bytes !== null && bytes <= SMALL_HASH) return askFields(key, wire, null);
      return {
        ask: [['hlen', wire]],
        read([count]) {
          const length = numberOf(count);
          if (!length) return null;
          const head = ((bytes ?? 0) / length) * Math.min(length, HASH_HEAD);
          if (head <= HASH_REPLY_LIMIT) return askFields(key, wire, length);
          return askCount(key, wire, 'hash', 'hlen');
        },
      };
    },
  };
}

/** `length` = number of fields where it is known. Upper case, or ioredis would make an object of the reply. */
function askFields(key: ByteString, wire: Arg, length: number | null): Question {
  const many = length !== null && length > HASH_HEAD;
  return {
    ask: [many ? ['HSCAN', wire, 0, 'COUNT', HASH_HEAD] : ['HGETALL', wire], ['pttl', wire]],
    read([reply, ttl], atMs) {
      const list = reply?.[1];
      const fields = fieldsOf(many && Array.isArray(list) ? list[1] : list);
      const ttlMs = ttlOf(ttl);
      if (fields.length === 0 || ttlMs === null) return null;
      const total = Math.max(many ? length : 0, fields.length);
      return { ...bare(key, 'hash', atMs), ttlMs, hash: fields.slice(0, HASH_HEAD), length: total };
    },
  };
}

function askCount(key: ByteString, wire: Arg, type: RedisType, command: string): Question {
  return {
    ask: [
      [command, wire],
      ['pttl', wire],
    ],
    read([count, ttl], atMs) {
      const [length, ttlMs] = [numberOf(count), ttlOf(ttl)];
      return length === null || ttlMs === null ? null : { ...bare(key, type, atMs), ttlMs, length };
    },
  };
}

async function pipelined(redis: Redis, steps: Step[]): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let from = 0; from < steps.length; from += PIPELINE_LIMIT) {
    const pipeline = redis.pipeline();
    for (const [command, ...args] of steps.slice(from, from + PIPELINE_LIMIT))
      pipeline.callBuffer(command, ...args);
    for (const reply of (await pipeline.exec()) ?? []) replies.push(reply);
  }
  for (const [error] of replies) if (error && !isRefusal(error)) throw error;
  return replies;
}

/** null = the key is gone, or its TTL may not be read. */
function ttlOf(reply: Reply | undefined): TtlMs | null {
  const ttl = numberOf(reply);
  return ttl === null || ttl < -1 ? null : toTtl(ttl);
}

function fieldsOf(reply: unknown): [ByteString, ByteString][] {
  const fields: [ByteString, ByteString][] = [];
  if (!Array.isArray(reply)) return fields;
  for (let i = 0; i + 1 < reply.length; i += 2) fields.push([fromBuffer(reply[i]), fromBuffer(reply[i + 1])]);
  return fields;
}

function numberOf(reply: Reply | undefined): number | null {
  return typeof reply?.[1] === 'number' ? reply[1] : null;
}
