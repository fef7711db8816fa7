import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown> & { targets?: unknown };

/** Where the array `targets` of a file stands in its text: its brackets, and the first thing in it. */
type Place = { open: number; close: number; first: number };

/**
 * The text of a configuration file with one target more, at the end of `targets`. Not one other character changes: order,
 * spaces and spelling of everything else stay. Throws `RangeError` where the text has no such array to add to.
 */
export function insertTarget(text: string, target: object): string {
  const place = targetsIn(text);
  if (!place) throw new RangeError('it has no list "targets" at its top');
  const next = inserted(text, place, target);
  // The scan below is no parser: whatever it misread is not written.
  if (!isOneMore(text, next, target)) throw new RangeError('its list "targets" cannot be added to');
  return next;
}

function isOneMore(text: string, next: string, target: object): boolean {
  const before = JSON.parse(text) as Json;
  const wanted = { ...before, targets: [...(before.targets as unknown[]), target] };
  try {
    return isDeepStrictEqual(JSON.parse(next), JSON.parse(JSON.stringify(wanted)));
  } catch {
    return false; // the parser's own error quotes the text, which may hold a secret
  }
}

/** The text of a new file with this one target. */
export function fileWith(target: object): string {
  return `${JSON.stringify({ targets: [target] }, null, 2)}\n`;
}

function inserted(text: string, { open, close, first }: Place, target: object): string {
  const isEmpty = first === close;
  const end = isEmpty ? open + 1 : text.slice(0, close).trimEnd().length;
  const gap = text.slice(open + 1, first);
  // One line stays one line; else the new one is indented as the first.
  const indent = /\n([^\n]*)$/.exec(gap)?.[1];
  const own =
    indent === undefined || isEmpty
      ? JSON.stringify(target)
      : JSON.stringify(target, null, 2).replaceAll('\n', `\n${indent}`);
  const between = isEmpty ? '' : `,${indent === undefined ? ' ' : `\n${indent}`}`;
  return text.slice(0, end) + between + own + text.slice(end);
}

/** Finds the last `targets` of the outermost object, which is the one that counts; null = there is none. */
function targetsIn(text: string): Place | null {
  let found: Place | null = null;
  let open: number | null = null;
  let depth = 0;
  let key = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1) key = text.slice(at, end);
      at = end - 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth === 2) open = character === '[' && keyOf(key) === 'targets' ? at : null;
    } else if (character === '}' || character === ']') {
      if (depth === 2 && open !== null) found = { open, close: at, first: firstAfter(text, open) };
      depth -= 1;
    }
  }
  return found;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function keyOf(literal: string): string {
  return JSON.parse(literal || '""') as string;
}

function firstAfter(text: string, open: number): number {
  let at = open + 1;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return at;
}
