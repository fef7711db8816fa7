import { createHash } from 'node:crypto';
import type { Seen } from '../contract/actions';
import type { TtlMs } from '../contract/leaves';
import { type ByteString, toUint8 } from '../domain/keys/bytes';
import { type RawKey, VALUE_HEAD } from '../domain/keys/raw-key';
import { ConsoleError } from '../domain/values/errors';
import type { DecodedHolder } from '../formats/core/format';
import { builtIn, mayBeOf, type Recognised, type Registry } from '../formats/index';
import type { AnyRedis } from '../redis/connection';
import { bare, isRefusal } from '../redis/key-reply';
import { readGroupTogether, readKeyTogether } from '../redis/reading/read-together';
import { runReadScript } from '../redis/run-script';
import { scripts } from '../redis/scripts.generated';
import { toLockError } from './redis-errors';

/** Longest token that is read and compared as a whole. */
export const TOKEN_LIMIT = 8 * 1024 * 1024;
/** TTL and server time must be read this close together, ms; the deadline has this error. */
const CLOCK_SLACK_MS = 2;
/** How often a key is read when its type changes in between. */
const ATTEMPTS = 3;

export type LockReadOptions = {
  now: () => number;
  /** Whether the key's name alone matches a lock pattern. */
  named: boolean;
  /** Ids of the formats on whose release channels the name was received. */
  heard?: readonly string[] | undefined;
  /** Id of the last known format of the key. */
  was?: string | undefined;
  /** The key had a lock within the last hour: it is shown whatever it contains now. */
  hadLock?: (() => boolean) | undefined;
  /** Default: the built-in formats. */
  registry?: Registry | undefined;
  /** SHA-256 of the token of the selected holder; default: the first. */
  tokenDigest?: string | undefined;
};

/** A holder of a lock, with every byte of its token. */
export type LockHeldBy = {
  holder: DecodedHolder;
  token: ByteString;
  /** SHA-256 of the token's bytes, hexadecimal. */
  tokenDigest: string;
};

/** A lock as it is in Redis now. */
export type LockReading = {
  raw: RawKey;
  recognised: Recognised;
  holders: LockHeldBy[];
  /** The selected holder; null when the lock is free, or that holder does not have it. */
  held: LockHeldBy | null;
  /** When the key expires, epoch ms on the server's clock. */
  deadlineMs: number | 'none';
};

/** A key as it is in Redis now; `lock` is null where the key is absent or no known lock. */
export type KeyReading = { raw: RawKey; lock: LockReading | null };

/**
 * Reads one key now. A key that changes faster than it can be read with its companion keys counts as absent, as it was in
 * between. Throws `too-large` when the token is longer than `TOKEN_LIMIT`, and `denied`, `node-down` or `timed-out` when
 * Redis could not be asked.
 */
export async function readLock(
  redis: AnyRedis,
  key: ByteString,
  options: LockReadOptions,
): Promise<KeyReading> {
  let absent: RawKey | null = null;
  for (let attempt = 1; ; attempt++) {
    try {
      const first = await readKeyTogether(redis, key, options.now);
      if (first?.type === 'none') absent = first;
      if (!first) throw new ConsoleError('unexpected-reply', 'the key was not read');
      if (first.type === 'denied') throw new Error(first.value ?? 'NOPERM');
      if (first.type === 'none') return await readAbsent(redis, first, options);
      if (!mayBeOf(first.type)) return { raw: first, lock: null };
      return await readExactly(redis, first, options);
    } catch (error) {
      const changedType = error instanceof Error && error.message.startsWith('WRONGTYPE');
      if (changedType && attempt < ATTEMPTS) continue;
      if (changedType && absent) return { raw: absent, lock: null };
      throw toLockError(error, 'reading');
    }
  }
}

/** The facts that the operator is shown of the holder, and that the script compares. Throws `not-held` for a free lock. */
export function seenOf(lock: LockReading, acquisition: Seen['acquisition'] = null): Seen {
  const { holder, tokenDigest } = heldOf(lock);
  return {
    type: lock.raw.type,
    formatId: lock.recognised.format.id,
    tokenDigest,
    holdCount: holder.holdCount,
    ttlMs: ttlLeftOf(lock),
    deadlineMs: lock.deadlineMs,
    acquisition,
    readAtMs: lock.raw.readAtMs,
  };
}

/** The selected holder. Throws `not-held` when the lock is free, or that holder does not have it. */
export function heldOf({ held, holders }: LockReading): LockHeldBy {
  if (held) return held;
  const text =
    holders.length > 0 ? 'The holder that was seen has the lock no more.' : 'Nobody holds the lock.';
  throw new ConsoleError('not-held', text);
}

/** Remaining time of the selected holder: of its own lease, where it has one. */
export function ttlLeftOf({ raw, held }: LockReading): TtlMs {
  return held?.holder.ttlMs ?? raw.ttlMs;
}

/** A free lock may still have a queue: it is a lock without a holder. */
async function readAbsent(redis: AnyRedis, alone: RawKey, options: LockReadOptions): Promise<KeyReading> {
  const { now, named, heard, was, registry = builtIn } = options;
  const { first: raw, companions } = await readBeside(redis, alone, registry, now);
  const recognised = registry.recognise(raw, { now: raw.readAtMs, named, heard, was, companions });
  if (!recognised) return { raw, lock: null };
  return { raw, lock: { raw, recognised, holders: [], held: null, deadlineMs: 'none' } };
}

/** A key and its possible companion keys at one moment. Throws when the key has another type by now. */
async function readBeside(redis: AnyRedis, alone: RawKey, registry: Registry, now: () => number) {
  const names = registry.companionsOf(alone);
  const group = names.length > 0 ? await readGroupTogether(redis, [alone.key, ...names], now) : [];
  const [first = alone, ...others] = group;
  if (first.type !== alone.type) throw new Error('WRONGTYPE the key changed its type while it was read');
  return { first, companions: new Map(others.map((each) => [each.key, each])) };
}

async function readExactly(redis: AnyRedis, alone: RawKey, options: LockReadOptions): Promise<KeyReading> {
  const { now, named, heard, was, hadLock, registry = builtIn, tokenDigest } = options;
  refuseTooLarge(alone);
  const [{ first, companions }, { value, ttlMs, deadlineMs }] = await Promise.all([
    readBeside(redis, alone, registry, now),
    readWithDeadline(redis, alone),
  ]);
  refuseTooLarge(first);
  if (value && value.length > TOKEN_LIMIT) throw tooLarge(value.length);
  const readAtMs = now();
  if (ttlMs === null) {
    return {
      raw: bare(first.key, 'none', readAtMs),
      lock: null,
    };
  }
  const head = value === null ? {} : { value: value.slice(0, VALUE_HEAD), length: value.length };
  const raw: RawKey = { ...first, ...head, ttlMs, readAtMs };
  const recognised = registry.recognise(raw, {
    now: readAtMs,
    named,
    heard,
    was,
    companions,
    hadLock,
  });
  if (!recognised) {
    for (const { type, value: why } of companions.values())
      if (type === 'denied') throw new Error(why ?? 'NOPERM');
    return { raw, lock: null };
  }
  const holders = recognised.decoded.holders.map((holder): LockHeldBy => {
    const token = holder.tokenLength === undefined ? holder.token : (value ?? holder.token);
    return { holder, token, tokenDigest: createHash('sha256').update(toUint8(token)).digest('hex') };
  });
  const asked = tokenDigest && holders.find((held) => held.tokenDigest === tokenDigest);
  const held = (tokenDigest === undefined ? holders[0] : asked) || null;
  return { raw, lock: { raw, recognised, holders, held, deadlineMs } };
}

function refuseTooLarge({ type, length }: RawKey): void {
  if (type === 'string' && length > TOKEN_LIMIT) throw tooLarge(length);
}

function tooLarge(byteLength: number): ConsoleError {
  const text = `the value is ${byteLength} bytes long; up to ${TOKEN_LIMIT} can be compared`;
  return new ConsoleError('too-large', text, { byteLength });
}

type Exact = { value: ByteString | null; ttlMs: number | 'none' | null; deadlineMs: number | 'none' };

/** TTL, whole value and server time at one moment; where the script is refused, as close together as commands allow. */
async function readWithDeadline(redis: AnyRedis, raw: RawKey): Promise<Exact> {
  try {
    return await readAtOneMoment(redis, raw);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return readOneByOne(redis, raw);
  }
}

async function readAtOneMoment(redis: AnyRedis, { key, type }: RawKey): Promise<Exact> {
  const most = type === 'string' ? TOKEN_LIMIT : '';
  const reply = await runReadScript(redis, scripts.readExact, [key], [most]);
  const [pttl, deadline, value] = Array.isArray(reply) ? reply : [];
  return exactOf(Number(pttl), Number(deadline), value);
}

/** Server time before and after the TTL, then the whole value; repeated when the two times are too far apart. */
async function readOneByOne(redis: AnyRedis, { key, type }: RawKey): Promise<Exact> {
  const name = Buffer.from(key, 'latin1');
  for (let attempt = 1; ; attempt++) {
    const pipeline = redis.pipeline().time().pttl(name).time();
    if (type === 'string') pipeline.getrangeBuffer(name, 0, TOKEN_LIMIT);
    pipeline.exists(name);
    const replies = (await pipeline.exec()) ?? [];
    const [before, pttl, after, value] = replies.map(([error, reply]) => {
      if (error) throw error;
      return reply;
    });
    const [beforeMs, afterMs] = [serverMs(before), serverMs(after)];
    if (afterMs - beforeMs > CLOCK_SLACK_MS && attempt < 5) continue;
    // The key may have expired after its TTL was read: the value is then that of an absent key.
    const left = replies.at(-1)?.[1] === 1 ? Number(pttl) : -2;
    return exactOf(left, afterMs + left, value);
  }
}

/** `deadlineMs` has no meaning without a TTL. */
function exactOf(pttl: number, deadlineMs: number, value: unknown): Exact {
  return {
    value: value instanceof Buffer ? value.toString('latin1') : null,
    ttlMs: pttl >= 0 ? pttl : pttl === -1 ? 'none' : null,
    deadlineMs: pttl >= 0 ? deadlineMs : 'none',
  };
}

function serverMs(reply: unknown): number {
  const [seconds, micros] = Array.isArray(reply) ? reply.map(Number) : [];
  return (seconds ?? 0) * 1000 + Math.floor((micros ?? 0) / 1000);
}
