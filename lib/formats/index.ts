import type { Confidence, FormatRef } from '../domain/lock';
import type { RawKey } from '../domain/raw-key';
import { constantValue } from './constant-value';
import type { Decoded, Format } from './format';
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

export type RecogniseContext = {
  /** Epoch ms on the console's clock. */
  now: number;
  /** The name alone says lock: a format's name shape, a lock-like word or a configured pattern. */
  named: boolean;
};

export type Recognised = {
  format: Format;
  confidence: Confidence;
  /** What else the same bytes could be, best first. */
  alternatives: FormatRef[];
  decoded: Decoded;
};

/** Tells locks by their names: every format's shapes, lock-like words, and these Redis globs. */
export function createNameMatcher(patterns: readonly string[]): NameMatcher {
  return compileNames(formats, patterns);
}

/** What a key is, or null when it is no lock we know. Pure; looks at nothing but `raw` and never throws. */
export function recognise(raw: RawKey, { now, named }: RecogniseContext): Recognised | null {
  for (const format of formats) {
    if (format.redisType !== raw.type) continue;
    const confidence = format.recognise(raw, now, named);
    if (!confidence) continue;
    if (isLookAlike(raw.key)) return null;
    const alternatives = format.alternatives?.(raw, now) ?? [];
    return { format, confidence, alternatives, decoded: format.decode(raw, now) };
  }
  return null;
}
