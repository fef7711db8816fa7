import type { ByteString } from '../../domain/keys/bytes';
import type { Format } from './format';
import { readName } from './lock-names';
import { isLookAlike } from './look-alikes';
import { LOCK_WORDS, wordShapes } from './word-shapes';
/** What says of a key by its name that it is a lock, or none, whatever its bytes prove. */
export type Declared = (key: ByteString) => 'lock' | 'not-a-lock' | null;

export type NameMatcher = {
  /** Whether the name alone says lock. */
  matches(key: ByteString): boolean;
  /** The keys that match, in their order. */
  filter(keys: readonly ByteString[]): ByteString[];
};

/**
 * Compiles the formats' name shapes, lock-like words and the configured Redis globs into one test, some ten million names
 * a second. Look-alikes never match, not even a configured pattern.
 */
export function compileNames(formats: readonly Format[], declared: Declared): NameMatcher {
  const words = new RegExp(wordShapes(LOCK_WORDS).join('|'));
  const shapes = new RegExp(
    formats.flatMap(({ names }) => names.map((name) => name.source)).join('|') || '(?!)',
  );
  const globs = formats.flatMap(({ isName }) => isName ?? []);
  const says = (key: ByteString) =>
    shapes.test(key) || (words.test(key) && readName(key) !== 'other') || globs.some((glob) => glob(key));
  function matches(key: ByteString): boolean {
    const declaration = declared(key);
    return declaration !== 'not-a-lock' && (declaration === 'lock' || says(key)) && !isLookAlike(key);
  }
  return { matches, filter: (keys) => keys.filter(matches) };
}
