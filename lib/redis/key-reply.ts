import type { TtlMs } from '../contract/leaves';
import type { ByteString } from '../domain/keys/bytes';
import type { RawKey, RedisType } from '../domain/keys/raw-key';
import { fromBuffer } from './from-buffer';

/** A hash up to this size is read completely without counting its fields, bytes. */
export const SMALL_HASH = 16 * 1024;
/** A hash, sorted set, list or set with a larger head is reported without it, bytes. */
export const HEAD_LIMIT = 256 * 1024;
/** MEMORY USAGE includes the key's name, which the allocator rounds up by at most a quarter. */
export const NAME_SHARE = 1.25;

const TYPES: ReadonlySet<string> = new Set(['string', 'hash', 'list', 'set', 'zset', 'stream', 'none']);

/** Maps TYPE's reply; a type of a module is `other`. */
export function toType(name: string): RedisType {
  return TYPES.has(name) ? (name as RedisType) : 'other';
}

/** Maps PTTL's reply for a key that exists. */
export function toTtl(pttl: number): TtlMs {
  return pttl === -1 ? 'none' : pttl;
}

/** A key of which only the type is known. */
export function bare(key: ByteString, type: RedisType, readAtMs: number): RawKey {
  return {
    key,
    type,
    ttlMs: 'none',
    value: null,
    hash: null,
    members: null,
    items: null,
    length: 0,
    readAtMs,
  };
}

/** Adds the head to a key: the parts that Redis listed, field and value or member and score in turn, up to `end`. */
export function putHead(raw: RawKey, list: readonly unknown[], from = 0, end = list.length): void {
  if (raw.type === 'hash') raw.hash = pairsOf(list, from, end, fromBuffer);
  else if (raw.type === 'zset') raw.members = pairsOf(list, from, end, toScore);
  else raw.items = list.slice(from, end).map(fromBuffer);
}

function pairsOf<T>(list: readonly unknown[], from: number, end: number, second: (value: unknown) => T) {
  const pairs: [ByteString, T][] = [];
  for (let i = from; i + 1 < end; i += 2) pairs.push([fromBuffer(list[i]), second(list[i + 1])]);
  return pairs;
}

function toScore(value: unknown): number {
  const text = fromBuffer(value);
  if (text === 'inf') return Number.POSITIVE_INFINITY;
  return text === '-inf' ? Number.NEGATIVE_INFINITY : Number(text);
}

/** The redirection for a key that a cluster node does not have, or no longer has: `MOVED` or `ASK`, slot, address. */
export function redirectionOf(error: Error | null | undefined): string | null {
  return error && /^(?:MOVED|ASK) /.test(error.message) ? error.message : null;
}

/** Whether Redis refused this single command, unlike a failure of the connection or a refusal of all commands for now. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return false;
  return !/^(?:LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|NOAUTH)/.test(error.message);
}
