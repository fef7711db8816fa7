import format from 'icu-minify/format';
import { _createCache, _createIntlFormatters, createTranslator } from 'use-intl/core';
import { expect, it } from 'vitest';
import { type CompiledCatalogue, compiledFor } from './compiled';
import { LOCALES, type Locale } from './locales';
import type { Catalogue } from './merge';
import { messagesFor } from './messages';

type Values = Record<string, string | number | ((chunks: unknown) => string)>;

/** Each text with its name, dotted. */
function textsOf(catalogue: Catalogue, path = ''): [name: string, text: string][] {
  return Object.entries(catalogue).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[path + name, text]] : textsOf(text, `${path}${name}.`),
  );
}

function messageAt(catalogue: CompiledCatalogue, name: string): never {
  return name
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], catalogue) as never;
}

/** Values for a text that reach each of its branches: numbers of every plural form, every word of a choice, and another. */
function valuesOf(text: string): Values[] {
  const names = [...text.matchAll(/\{(\w+)[,}]/g)].map((found) => found[1] ?? '');
  const tags = [...text.matchAll(/<(\w+)>/g)].map((found) => found[1] ?? '');
  const marked = Object.fromEntries(
    tags.map((tag) => [tag, (chunks: unknown) => `<${tag}>${[chunks].flat().join('')}</${tag}>`]),
  );
  const plurals = new Set([...text.matchAll(/\{(\w+), plural/g)].map((found) => found[1]));
  const words = [...text.matchAll(/(\w+) \{/g)].map((found) => found[1] ?? '');
  return [0, 1, 2, 5, 1234].flatMap((number) =>
    ['some', ...words].map((word) => ({
      ...Object.fromEntries(names.map((name) => [name, plurals.has(name) ? number : word])),
      ...marked,
    })),
  );
}

function formatAll(locale: Locale): { parsed: string[]; compiled: string[] } {
  const messages = messagesFor(locale);
  const translate = createTranslator({
    locale,
    messages: messages as never,
    onError: (error) => {
      throw error;
    },
  }) as unknown as { rich(name: string, values: Values): unknown };
  const texts = compiledFor(locale);
  const formatters = _createIntlFormatters(_createCache());
  const parsed: string[] = [];
  const compiled: string[] = [];
  for (const [name, text] of textsOf(messages))
    for (const values of valuesOf(text)) {
      parsed.push(`${name}: ${[translate.rich(name, values)].flat().join('')}`);
      const shown = format(messageAt(texts, name), locale, values as never, { formatters });
      compiled.push(`${name}: ${[shown].flat().join('')}`);
    }
  return { parsed, compiled };
}

it.each(Object.keys(LOCALES) as Locale[])('a compiled text of %s reads as the text does', (locale) => {
  const { parsed, compiled } = formatAll(locale);
  expect(compiled).toEqual(parsed);
  expect(compiled.length).toBeGreaterThan(1_000);
});

it.each(Object.keys(LOCALES) as Locale[])('React can send the compiled texts of %s', (locale) => {
  const texts = compiledFor(locale);
  expect(JSON.parse(JSON.stringify(texts))).toStrictEqual(texts);
  expect(compiledFor(locale)).toBe(texts);
});
