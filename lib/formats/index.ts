import type { ByteString } from '../domain/bytes';
import type { Confidence, FormatRef } from '../domain/lock';
import type { RawKey } from '../domain/raw-key';
import { constantValue } from './constant-value';
import type { Decoded, Format, Sight } from './format';
import { lockscopeMutex } from './lockscope-mutex';
import { isLookAlike } from './look-alikes';
import { compileNames, type NameMatcher } from './name-matcher';
import { nodeRedlock } from './node-redlock';
import { plainString } from './plain-string';
import { randomToken } from './random-token';
import { redisPyLock } from './redis-py-lock';
import { redissonLock } from './redisson-lock';
import { timestampValue } from './timestamp-value';

export type { NameMatcher } from './name-matcher';

/** Every format, most specific first: the first that recognises a key has it. */
export const formats: readonly Format[] = [
  lockscopeMutex,
  redissonLock,
  redisPyLock,
  nodeRedlock,
  randomToken,
  timestampValue,
  constantValue,
  plainString,
];

export type RecogniseContext = Omit<Sight, 'raw' | 'beside'> & Partial<Pick<Sight, 'beside'>>;

export type Recognised = {
  format: Format;
  confidence: Confidence;
  /** What else the same bytes could be, best first. */
  alternatives: FormatRef[];
  decoded: Decoded;
  /** What it was recognised by. */
  sight: Sight;
};

/** Tells locks by their names: every format's shapes, lock-like words, and these Redis globs. */
export function createNameMatcher(patterns: readonly string[]): NameMatcher {
  return compileNames(formats, patterns);
}

const NOTHING: Sight['beside'] = new Map();
const byType = new Map<string, Format[]>();
for (const format of formats) {
  const known = byType.get(format.redisType);
  if (known) known.push(format);
  else byType.set(format.redisType, [format]);
}

/** What a key is, or null when it is no lock we know. Pure; looks at nothing but its arguments and never throws. */
export function recognise(
  raw: RawKey,
  { now, named, beside = NOTHING }: RecogniseContext,
): Recognised | null {
  const sight: Sight = { raw, beside, now, named };
  for (const format of byType.get(raw.type) ?? []) {
    const confidence = format.recognise(sight);
    if (!confidence) continue;
    if (isLookAlike(raw.key)) return null;
    const alternatives = format.alternatives?.(sight) ?? [];
    return { format, confidence, alternatives, decoded: format.decode(sight), sight };
  }
  return null;
}

/** Whether a key of this type may be a lock at all. */
export function mayBeOf(type: RawKey['type']): boolean {
  return byType.has(type);
}

const companionNames = formats.flatMap(({ companions }) => companions?.names ?? []);
const companionShape =
  companionNames.length > 0 ? new RegExp(companionNames.map(({ shape }) => shape.source).join('|')) : null;

/** Names of the locks that a key may belong to, the likeliest first; empty when it belongs to none. */
export function ownersOf(key: ByteString): ByteString[] {
  if (!companionShape?.test(key)) return [];
  return [...new Set(companionNames.flatMap((names) => names.ownersOf(key)))];
}

/** Names of all keys that may belong to this one, whatever lock it is. */
export function companionsOf(raw: RawKey): ByteString[] {
  const names = (byType.get(raw.type) ?? []).flatMap(({ companions }) => companions?.of(raw) ?? []);
  return [...new Set(names)].filter((name) => name !== raw.key);
}
