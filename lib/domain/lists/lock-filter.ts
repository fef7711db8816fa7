import { LOCK_KINDS, LOCK_STATES } from '../../contract/codes';
import type { Lock } from '../../contract/lock';
import { HOLDER_STANDINGS, holderStanding } from '../holders/holder-standing';
import { holderNames, hostName } from '../holders/lock-holder';
import { familyOf } from '../keys/family';
import { numberOrNull } from '../values/counted';

/**
 * The filter language: words and qualifiers, all of which must match. A word is searched in key, holder, token and
 * process. `name:value` compares text, `ttl<5s` a figure; `-` in front negates; quotes keep spaces and make anything a
 * word. A qualifier with an unknown name is a word, because keys are full of colons.
 */
const TEXT_FIELDS = [
  'holder',
  'kind',
  'format',
  'node',
  'target',
  'state',
  'verdict',
  'key',
  'family',
] as const;
const FIGURE_FIELDS = ['ttl', 'waiters', 'age'] as const;

type TextField = (typeof TEXT_FIELDS)[number];
type FigureField = (typeof FIGURE_FIELDS)[number];
type FigureOperator = '<' | '>' | '<=' | '>=' | '=';

/** Position of a term in the text: `text.slice(start, end)`. */
type Place = { start: number; end: number; negated: boolean };

export type FilterTerm = Place &
  (
    | { type: 'word'; value: string }
    | { type: 'text'; field: TextField; value: string }
    /** `value` in ms or waiters; `'none'` is only for `ttl:none`. */
    | { type: 'figure'; field: FigureField; operator: FigureOperator; value: number | 'none' }
  );

type FilterProblemCode = 'unclosed-quote' | 'no-value' | 'not-a-duration' | 'not-a-count' | 'unknown-value';

/** The first problem: the term, its position, and the values that are allowed there. */
export type FilterProblem = { code: FilterProblemCode; term: string; position: number; allowed: string[] };

type ParsedFilter = { terms: FilterTerm[]; problem: FilterProblem | null };

const CLOSED: Partial<Record<TextField, readonly string[]>> = {
  kind: LOCK_KINDS,
  state: LOCK_STATES,
  verdict: HOLDER_STANDINGS,
};

const QUALIFIER = new RegExp(
  `^(?:(${TEXT_FIELDS.join('|')}):|(${FIGURE_FIELDS.join('|')})(<=|>=|<|>|=|:))`,
  'i',
);
const DURATION = /^(\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h|d)$/i;
const UNIT_MS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Terms of a filter in their order. With a problem, `terms` are the valid ones. Never throws. */
export function parseFilter(text: string): ParsedFilter {
  const terms: FilterTerm[] = [];
  let problem: FilterProblem | null = null;
  let at = 0;
  while (at < text.length) {
    if (/\s/.test(text[at] ?? '')) {
      at += 1;
      continue;
    }
    const parsed = parseTerm(text, at);
    if ('code' in parsed.result) {
      problem ??= { ...parsed.result, term: text.slice(at, parsed.end), position: at };
    } else
      terms.push({ ...parsed.result, start: at, end: parsed.end, negated: parsed.negated } as FilterTerm);
    at = parsed.end;
  }
  return { terms, problem };
}

/** Describes a problem in plain English for an API answer. */
export function describeProblem({ code, term, position, allowed }: FilterProblem): string {
  const what = {
    'unclosed-quote': 'has a quote that is never closed',
    'no-value': 'has no value',
    'not-a-duration': 'needs a time such as 500ms, 5s, 10m, 2h or 1d',
    'not-a-count': 'needs a whole number',
    'unknown-value': `can be ${allowed.join(', ')}`,
  }[code];
  return `The filter term ${term} at position ${position + 1} ${what}.`;
}

/** Whether every term matches this lock at `nowMs`. An unknown figure matches no comparison. */
export function matches(lock: Lock, terms: readonly FilterTerm[], nowMs: number): boolean {
  return terms.every((term) => holds(lock, term, nowMs) !== term.negated);
}

type Result =
  | Pick<FilterProblem, 'code' | 'allowed'>
  | { type: 'word'; value: string }
  | { type: 'text'; field: TextField; value: string }
  | { type: 'figure'; field: FigureField; operator: FigureOperator; value: number | 'none' };

function parseTerm(text: string, start: number): { end: number; negated: boolean; result: Result } {
  const negated = text[start] === '-' && /\S/.test(text[start + 1] ?? '');
  const from = negated ? start + 1 : start;
  const qualifier = QUALIFIER.exec(text.slice(from, from + 16));
  const valueFrom = from + (qualifier?.[0].length ?? 0);
  const { value, end, closed } = readValue(text, valueFrom);
  const [, textField, figureField, operator] = qualifier ?? [];
  let result: Result;
  if (!closed) result = wrong('unclosed-quote');
  else if (textField) result = textTerm(textField.toLowerCase() as TextField, value);
  else if (figureField) result = figureTerm(figureField.toLowerCase() as FigureField, operator ?? '', value);
  else result = { type: 'word', value };
  return { end, negated, result };
}

function textTerm(field: TextField, value: string): Result {
  if (value === '') return wrong('no-value');
  const allowed = CLOSED[field];
  const known = allowed?.find((name) => name === value.toLowerCase());
  if (allowed && !known) return wrong('unknown-value', allowed);
  return { type: 'text', field, value: known ?? value };
}

function figureTerm(field: FigureField, sign: string, value: string): Result {
  if (value === '') return wrong('no-value');
  const operator = (sign === ':' ? '=' : sign) as FigureOperator;
  if (field === 'waiters') {
    if (!/^\d{1,9}$/.test(value)) return wrong('not-a-count');
    return { type: 'figure', field, operator, value: Number(value) };
  }
  if (field === 'ttl' && operator === '=' && value.toLowerCase() === 'none') {
    return { type: 'figure', field, operator, value: 'none' };
  }
  const [, amount, unit = ''] = DURATION.exec(value) ?? [];
  const unitMs = UNIT_MS[unit.toLowerCase()];
  if (unitMs === undefined) return wrong('not-a-duration');
  return { type: 'figure', field, operator, value: Number(amount) * unitMs };
}

/** A value up to the next space, or the text between quotes (`\"` and `\\` inside). */
function readValue(text: string, from: number): { value: string; end: number; closed: boolean } {
  if (text[from] !== '"') {
    const value = /^\S*/.exec(text.slice(from))?.[0] ?? '';
    return { value, end: from + value.length, closed: true };
  }
  const quoted = /^"((?:[^"\\]|\\.|\\$)*)("?)/s.exec(text.slice(from));
  const [all = '', inner = '', quote] = quoted ?? [];
  const value = inner.replace(/\\(["\\])/g, '$1');
  return { value, end: from + all.length, closed: quote === '"' };
}

function wrong(code: FilterProblemCode, allowed: readonly string[] = []): Result {
  return { code, allowed: [...allowed] };
}

function holds(lock: Lock, term: FilterTerm, nowMs: number): boolean {
  if (term.type === 'figure') return figureHolds(lock, term, nowMs);
  if (term.type === 'word') {
    const texts = [
      lock.key.text,
      ...lock.holders.flatMap(({ label, token, process }) => [
        label ?? '',
        token.text,
        process?.instance ?? '',
        (process && hostName(process)) ?? '',
      ]),
    ];
    return texts.some((text) => includes(text, term.value));
  }
  return textsOf(lock, term.field).some((text) => textFits(text, term));
}

function textFits(text: string, { field, value }: { field: TextField; value: string }): boolean {
  if (CLOSED[field] || field === 'family') return text === value;
  if (value.includes('*')) return globFits(text.toLowerCase(), value.toLowerCase());
  return field === 'target' || field === 'node'
    ? text.toLowerCase() === value.toLowerCase()
    : includes(text, value);
}

function textsOf(lock: Lock, field: TextField): string[] {
  switch (field) {
    case 'holder':
      return lock.holders.flatMap((holder) => [holder.token.text, ...holderNames(holder)]);
    case 'format':
      return [lock.format.id, lock.format.library];
    case 'verdict':
      return lock.holders.map(holderStanding);
    case 'key':
      return [lock.key.text];
    case 'family':
      return [familyOf(lock.key.text)];
    default:
      return [lock[field]];
  }
}

function figureHolds(lock: Lock, term: Extract<FilterTerm, { type: 'figure' }>, nowMs: number): boolean {
  const actual = figureOf(lock, term.field, nowMs);
  if (actual === null) return false;
  const wanted = term.value === 'none' ? Number.POSITIVE_INFINITY : term.value;
  switch (term.operator) {
    case '<':
      return actual < wanted;
    case '>':
      return actual > wanted;
    case '<=':
      return actual <= wanted;
    case '>=':
      return actual >= wanted;
    default:
      return actual === wanted;
  }
}

function figureOf(lock: Lock, field: FigureField, nowMs: number): number | null {
  if (field === 'waiters') return numberOrNull(lock.waiters.count);
  if (field === 'age') {
    const since = lock.holders.flatMap((holder) => (holder.since ? [holder.since.atMs] : []));
    return since.length === 0 ? null : Math.max(0, nowMs - Math.min(...since));
  }
  if (lock.expiresAtMs === null) return null;
  return lock.expiresAtMs === 'none' ? Number.POSITIVE_INFINITY : Math.max(0, lock.expiresAtMs - nowMs);
}

function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

/** Whether the text matches a pattern in which `*` stands for anything. Linear: no backtracking. */
function globFits(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts.shift(), parts.pop()];
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
