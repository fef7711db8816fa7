import type { Confidence } from '../../contract/lock';
import type { Command, Unlock } from './fixture-unlocks';
import type { Decoded, DecodedHolder } from './format';

/** A message on a channel, or what a list holds afterwards and for how long at most. */
export type Wake =
  | { channel: string; message: string }
  | { list: string; items: string[]; ttlMs: number | null };

/** A key as a library writes it and how it must be read. `key` makes a full name of a unique part. */
export type Example = {
  title: string;
  key: (unique: string) => string;
  /** What the real library sends to take the lock, or to the same effect. */
  write: (key: string, nowMs: number) => Command[];
  /** Ids of the formats on whose channels the key was heard of. */
  heard?: readonly string[];
  confidence: Confidence;
  /** The library it is said to be of, where several write the same. */
  library?: string;
  /** The parts of the first holder that matter; null = nobody holds it. */
  holder: Partial<DecodedHolder> | null;
  /** How many holders it has; default 1. */
  holders?: number;
  /** Expected deadline in the value; absent = there must be none. */
  valueDeadlineMs?: (nowMs: number) => number;
  /** What else is to be read: fencing token, queue, permits. */
  also?: Partial<Pick<Decoded, 'fencingToken' | 'queue' | 'permits'>>;
  /** Keys that a release may write or remove besides the lock's own; all others of `write` stay untouched. */
  releaseTouches?: (key: string) => string[];
  /** Whether the lock's key is still there after a release of its first holder, as with other holders; default false. */
  staysAfterRelease?: boolean;
  /** How waiters learn of a release; absent = they do not. */
  wakes?: (key: string, token: string) => Wake;
  /** How another takes the lock after this holder gave it back; default: a string or a hash of another token. */
  successor?: (key: string, nowMs: number) => Command[];
  /** Libraries that must be named as alternatives. */
  alternatives?: string[];
};

/** What must not be taken for this format; `becomes` = the format that it is, null = no lock at all. */
type NearMiss = {
  title: string;
  key: (unique: string) => string;
  write: (key: string, nowMs: number) => Command[];
  becomes: string | null;
};

export type Fixture = {
  formatId: string;
  /** What the library sends when it gives the lock back; null = that is the application's. */
  unlock: Unlock | null;
  /** Library, version and file the commands were taken from. */
  checkedAgainst: string;
  examples: [Example, ...Example[]];
  nearMisses: [NearMiss, ...NearMiss[]];
};

/** A version 1 UUID without dashes, made at `atMs` by `node` (12 hexadecimal digits). */
export function uuidV1Hex(atMs: number, node = '0242ac110003'): string {
  const ticks = (BigInt(Math.round(atMs)) + 12_219_292_800_000n) * 10_000n;
  const time = ticks.toString(16).padStart(15, '0');
  return `${time.slice(-8)}${time.slice(-12, -8)}1${time.slice(0, 3)}9abc${node}`;
}

/** The same with dashes. */
export function dashed(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
