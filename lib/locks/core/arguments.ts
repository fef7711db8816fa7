import type { Cluster, Redis } from 'ioredis';
import { type ByteString, bytesOf, fromUint8 } from '../../domain/keys/bytes';
import { LockError } from '../../domain/values/lock-error';

/** Name of a lock: text is sent as UTF-8, a Buffer as it is. */
export type LockKey = string | Buffer;

/** The caller's own client of ioredis: standalone, Sentinel or Cluster. */
export type LockRedis = Redis | Cluster;

export function isCluster(redis: LockRedis): redis is Cluster {
  return redis.isCluster;
}

/** Methods the client calls on a connection; together they tell ioredis from other clients. */
const METHODS = ['set', 'get', 'del', 'evalsha', 'eval', 'duplicate', 'on', 'off'] as const;

/**
 * Throws `invalid-argument` naming `name` for anything but an ioredis client: another client, such as node-redis, accepts
 * the same calls and sends other commands.
 */
export function isSupported(name: string, redis: unknown): asserts redis is LockRedis {
  const client = Object(redis) as Partial<Redis>;
  const lacks: string[] = METHODS.filter((method) => typeof client[method] !== 'function');
  if (typeof client.status !== 'string') lacks.push('status');
  if (typeof client.options !== 'object') lacks.push('options');
  if (lacks.length > 0)
    throw invalid(name, `must be a Redis or Cluster client of ioredis; it has no ${lacks.join(', ')}`);
}

/** Bytes of a key. Throws `invalid-argument` on an empty one. */
export function keyBytes(key: LockKey): ByteString {
  if (typeof key !== 'string' && !Buffer.isBuffer(key)) throw invalid('key', 'must be a string or a Buffer');
  if (key.length === 0) throw invalid('key', 'must not be empty');
  return typeof key === 'string' ? bytesOf(key) : fromUint8(key);
}

/** Whole milliseconds, rounded up. Throws `invalid-argument` naming `name` unless 0 < ms ≤ 2^53. */
export function positiveMs(name: string, ms: number): number {
  if (typeof ms !== 'number' || !(ms > 0) || ms > 2 ** 53) {
    throw invalid(name, 'must be a number of milliseconds above 0 and at most 2^53');
  }
  return Math.ceil(ms);
}

/** A wait: 0 = one attempt, Infinity = until the signal aborts. Throws `invalid-argument` for a negative number or NaN. */
export function waitingMs(name: string, ms: number): number {
  if (typeof ms !== 'number' || !(ms >= 0))
    throw invalid(name, 'must be a number of milliseconds, 0 or more');
  return ms;
}

/** A name a person reads, of at most 256 characters. Throws `invalid-argument` naming `name` on anything else. */
export function optionalText(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (typeof text !== 'string' || text.length === 0 || text.length > 256)
    throw invalid(name, 'must be a text of 1 to 256 characters');
  return text;
}

export function invalid(argument: string, problem: string): LockError {
  return new LockError('invalid-argument', `${argument} ${problem}`, { argument });
}
