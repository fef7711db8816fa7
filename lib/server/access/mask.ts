import type { Lock, LockEvent } from '../../contract/lock';
import { keyOfSlug, parseLockId } from '../../domain/keys/lock-id';
import { pseudonymOf } from '../../history/queries/handover-mask';

/** Shorter ones stand in other texts by chance. */
const LEAST_IN_TEXT = 8;
/** Values of events and findings that name a holder. */
const NAMES = new Set([
  'token',
  'holder',
  'waiter',
  'heldBy',
  'before',
  'after',
  'previous',
  'next',
  'successor',
]);
/** Whether the tokens of a key, or (null) of every key of a target, are shown as they are. */
export type Sees = (target: string, key: string | null) => boolean;

const seesNone: Sees = () => false;
const HIDDEN = '•••';

const masks = new WeakMap<object, object>();

/** A lock without the tokens of its holders: each is a pseudonym, the same wherever it stands. */
export function maskedLock(lock: Lock): Lock {
  return maskedOnce(lock);
}

/** An event without the tokens in it. */
export function maskedEvent(event: LockEvent): LockEvent {
  return maskedOnce(event);
}

function maskedOnce<T extends object>(value: T): T {
  const known = masks.get(value) as T | undefined;
  if (known) return known;
  const made = maskedAnswer(value);
  masks.set(value, made);
  masks.set(made, made);
  return made;
}

/**
 * An answer without tokens of holders, but for what is of a lock or target whose tokens are shown: neither where the contract says that there is one nor within another text, and
 * without what was read of a key.
 */
export function maskedAnswer<T>(answer: T, sees: Sees = seesNone): T {
  const tokens = new Set<string>();
  collect(answer, tokens, sees);
  const longestFirst = [...tokens].sort((a, b) => b.length - a.length);
  return replaced(answer, longestFirst, sees) as T;
}

/** Whether an object is of a lock or target whose tokens are shown. */
function isShown({ id, lock, target }: Record<string, unknown>, sees: Sees): boolean {
  for (const each of [id, lock]) {
    const address = typeof each === 'string' ? parseLockId(each) : null;
    if (address) return sees(address.target, keyOfSlug(address.slug));
  }
  return typeof target === 'string' && sees(target, null);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The text of a token as the contract writes it: a string, or a DisplayText. */
function tokenIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return isObject(value) && typeof value.text === 'string' ? value.text : null;
}

function collect(value: unknown, into: Set<string>, sees: Sees): void {
  if (Array.isArray(value)) {
    for (const each of value) collect(each, into, sees);
    return;
  }
  if (!isObject(value) || isShown(value, sees)) return;
  for (const [name, each] of Object.entries(value)) {
    const token = NAMES.has(name) ? tokenIn(each) : null;
    if (token !== null) into.add(token);
    else if (typeof each === 'string' && each.startsWith('token:')) into.add(each.slice('token:'.length));
    else collect(each, into, sees);
  }
}

function replaced(value: unknown, tokens: readonly string[], sees: Sees): unknown {
  if (typeof value === 'string') return withoutTokens(value, tokens);
  if (Array.isArray(value)) return value.map((each) => replaced(each, tokens, sees));
  if (!isObject(value) || isShown(value, sees)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === 'raw' && isObject(each)) return [name, hiddenContents(each)];
      const token = NAMES.has(name) ? tokenIn(each) : null;
      if (token === null) return [name, replaced(each, tokens, sees)];
      const mask = maskOf(token);
      return [name, isObject(each) ? { text: mask, exact: false, byteLength: mask.length } : mask];
    }),
  );
}

function withoutTokens(text: string, tokens: readonly string[]): string {
  let left = text;
  for (const token of tokens) {
    if (left === token || left === `token:${token}`) return left.replace(token, maskOf(token));
    if (token.length >= LEAST_IN_TEXT && left.includes(token)) left = left.replaceAll(token, maskOf(token));
  }
  return left;
}

function maskOf(token: string): string {
  return /^masked-[0-9a-f]{8}$/.test(token) ? token : pseudonymOf(token).replace('holder-', 'masked-');
}

function hiddenContents({ value, fields, ...raw }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...raw,
    value: value === null ? null : HIDDEN,
    fields: Array.isArray(fields) ? fields.map(() => ({ field: HIDDEN, value: HIDDEN })) : (fields ?? null),
  };
}
