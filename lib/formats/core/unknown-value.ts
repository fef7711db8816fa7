import { type ByteString, bytesOf } from '../../domain/keys/bytes';
import { compileGlob } from '../../domain/keys/glob';
import { isInternalKey } from '../../domain/keys/internal-keys';
import type { RawKey } from '../../domain/keys/raw-key';
import { globOf, type KeyPattern } from '../../domain/nodes/target';
import { scripts } from '../../redis/scripts.generated';
import type { Decoded, Format, HolderAction, Observation, ScriptPlan } from './format';
import { besideText } from './rule-format';
import { bySeenDeadline, oneHolder } from './string-lock';

const TYPES = ['string', 'hash', 'zset', 'list', 'set'] as const satisfies Format['redisType'][];

/**
 * What no format takes under a configured pattern: shown with its raw value, of whatever type. It is released only where
 * one of its patterns allows that, and only if everything in it was read, so that all of it can be compared.
 */
export function unknownFormats(patterns: readonly KeyPattern[]): Format[] {
  if (patterns.length === 0) return [];
  const compiled = patterns.map((pattern) => ({
    glob: globOf(pattern),
    matches: compileGlob(bytesOf(globOf(pattern))),
    release: typeof pattern === 'object' && pattern.release === true,
  }));

  /** The pattern that a key is shown by: one that allows a release before others. */
  function patternOf(key: ByteString) {
    if (isInternalKey(key)) return null;
    const found = compiled.filter(({ matches }) => matches(key));
    return found.find(({ release }) => release) ?? found[0] ?? null;
  }

  return TYPES.flatMap((type) => [
    {
      ...unknownOf(type),
      recognise: ({ raw }) => (patternOf(raw.key)?.release && isWhole(raw) ? 'possible' : null),
      ...(type === 'string' ? bySeenDeadline : { release: releaseContents }),
    },
    {
      ...unknownOf(type),
      recognise: ({ raw }) => (patternOf(raw.key) ? 'possible' : null),
      needs(key) {
        const pattern = patternOf(key);
        return pattern && !pattern.release ? { setting: 'patterns', pattern: pattern.glob } : null;
      },
    },
  ]);
}

/** The same for a key that had a lock: nothing can be done to what took its place, and a collection names no holder. */
export const unknownAfterLock: ReadonlyMap<string, Format> = new Map(
  TYPES.map((type) => [
    type,
    {
      ...unknownOf(type),
      recognise: () => 'possible' as const,
      ...(type !== 'string' && { decode: noHolder }),
    },
  ]),
);

function unknownOf(type: Format['redisType']): Omit<Format, 'recognise'> {
  return {
    id: 'unknown-value',
    library: 'unknown value',
    language: 'any',
    kind: 'plain',
    redisType: type,
    names: [],
    decode: ({ raw }) => decode(raw),
    healthyFloor: null,
    lateUnlock: 'unknown',
  };
}

function decode(raw: RawKey): Decoded {
  if (raw.type === 'string') return oneHolder(raw, { tokenUnique: false, holdCount: null });
  const token = JSON.stringify(contentsOf(raw));
  return oneHolder({ ...raw, value: token, length: token.length }, { tokenUnique: false, holdCount: null });
}

function noHolder({ raw }: Observation): Decoded {
  return { holders: [], ttlMs: raw.ttlMs, valueDeadlineMs: null };
}

/** What was read of it, in an order that the same content always has. */
function contentsOf({ type, hash, members, items }: RawKey): (ByteString | number)[][] {
  const parts = (hash ?? members ?? items?.map((item) => [item]) ?? []).map((part) => [...part]);
  if (type === 'list' || type === 'zset') return parts;
  return parts.sort(([a = ''], [b = '']) => (a < b ? -1 : Number(a > b)));
}

/** Whether all of it was read, or will be before an act. */
function isWhole(raw: RawKey): boolean {
  return raw.type === 'string' || contentsOf(raw).length === raw.length;
}

function releaseContents({ key, seen, sight: { raw } }: HolderAction): ScriptPlan | null {
  if (!isWhole(raw)) return null;
  const contents = contentsOf(raw);
  return {
    script: scripts.releaseContents,
    keys: [key],
    args: [raw.type, seen.deadlineMs, ...contents.flat().map(besideText)],
  };
}
