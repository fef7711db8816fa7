import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { ByteString } from '../../domain/keys/bytes';

/** Longest expression that is taken. */
export const PATTERN_LIMIT = 256;
/** Longest text that is matched; a longer one never matches. */
export const SUBJECT_LIMIT = 1024;
/** Most instructions that an expression may compile to. Each costs at most one step for a byte of the text. */
const MOST_STEPS = 3_000;
/** Beyond so many instructions the automaton's states cost more than they save. */
const MOST_AUTOMATON_STEPS = 500;

/**
 * Compiles a regular expression that a person wrote, in the syntax of RE2, whose matching takes time linear in the text.
 * Returns the names of its groups, and `match`: the named groups of a text that matches as a whole, or null.
 * Throws an Error that says what is wrong.
 */
export function compilePattern(source: string) {
  if (source === '') throw new Error('is empty');
  if (source.length > PATTERN_LIMIT) throw new Error(`is longer than ${PATTERN_LIMIT} characters`);
  if (/[^\x20-\x7e]/.test(source)) throw new Error('must be ASCII: write other bytes as \\xNN');
  const expression = compile(source);
  const steps = expression.programSize();
  if (steps > MOST_STEPS) {
    throw new Error(`could take long: it compiles to ${steps} steps, ${MOST_STEPS} are allowed`);
  }
  const groups = Object.keys(expression.namedGroups());
  return {
    groups,
    match(text: ByteString): Readonly<Record<string, ByteString | undefined>> | null {
      if (text.length > SUBJECT_LIMIT) return null;
      if (steps <= MOST_AUTOMATON_STEPS && !expression.matches(text)) return null;
      const matcher = expression.matcher(text);
      if (!matcher.matches()) return null;
      return Object.fromEntries(groups.map((name) => [name, matcher.group(name) ?? undefined]));
    },
  };
}

/** Without Unicode classes: a byte is no character. */
function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source, RE2JS.DOTALL | RE2JS.DISABLE_UNICODE_GROUPS);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    // The library writes the flag for DOTALL before an expression that it shows whole.
    const part = error.input?.replace(/^\(\?s\)/, '') ?? source;
    throw new Error(`cannot use "${part}": ${error.error} (RE2 has no look-around and no back-references)`);
  }
}
