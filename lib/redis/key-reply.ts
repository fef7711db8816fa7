import type { TtlMs } from '../contract/leaves';
import type { ByteString } from '../domain/keys/bytes';
import type { RawKey, RedisType } from '../domain/keys/raw-key';
import { fromBuffer } from './from-buffer';

/** A hash of this size is read whole without asking how many fields it has. */
export const SMALL_HASH = 16 * 1024;
/** A hash, sorted set, list or set whose head would be larger than this is reported without it. */
export const HEAD_LIMIT = 256 * 1024;
/** MEMORY USAGE counts the key's own name, which the allocator rounds up by a quarter at most. */
export const NAME_SHARE = 1.25;

const TYPES: ReadonlySet<string> = new Set(['string', 'hash', 'list', 'set', 'zset', 'stream', 'none']);

/** The type TYPE named; a module's own is `other`. */
export function toType(name: string): RedisType {
  return TYPES.has(name) ? (name as RedisType) : 'other';
}

/** What PTTL said about a key that exists. */
export function toTtl(pttl: number): TtlMs {
  return pttl === -1 ? 'none' : pttl;
}

/** A key of which no more is known than its type. */
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

/** Gives a key its head: the parts that Redis listed, field and value or member and score in turn, up to `end`. */
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

/** What a node of a cluster said of a key that it has not, or not any more: `MOVED` or `ASK`, slot, address. */
export function redirectionOf(error: Error | null | undefined): string | null {
  return error && /^(?:MOVED|ASK) /.test(error.message) ? error.message : null;
}

/** Whether Redis refused this one command, rather than all of them for now, or the connection failing. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return false;
  return !/^(?:LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|NOAUTH)/.test(error.message);
}
