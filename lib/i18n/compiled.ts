import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import type { Locale } from './locales';
import type { Catalogue } from './merge';
import { messagesFor } from './messages';

/** Texts by name, parsed: only values have to be put in. */
export type CompiledCatalogue = { [name: string]: CompiledMessage | CompiledCatalogue };

const compiled = new Map<Locale, CompiledCatalogue>();

/**
 * All texts in one language as pages have them, so that no browser needs a parser of the message format. Parsed once in a
 * process. Plain objects all through: React sends no others to a browser.
 */
export function compiledFor(locale: Locale): CompiledCatalogue {
  const known = compiled.get(locale);
  if (known) return known;
  const texts = compileAll(messagesFor(locale));
  compiled.set(locale, texts);
  return texts;
}

function compileAll(catalogue: Catalogue): CompiledCatalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([name, text]) => [
      name,
      typeof text === 'string' ? plain(compile(text)) : compileAll(text),
    ]),
  );
}

/** The compiler keeps branches in objects without a prototype. */
function plain(message: CompiledMessage): CompiledMessage {
  return JSON.parse(JSON.stringify(message));
}
