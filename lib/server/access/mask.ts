import { createHmac, randomBytes } from 'node:crypto';
import { keyOfSlug, parseLockId } from '../../domain/keys/lock-id';

/** Shorter ones stand in other texts by chance. */
const LEAST_IN_TEXT = 8;
/** Values of events and findings that name a holder. */
const NAMES = new Set([
  'token',
  'instance',
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
/** A holder that is named by its token, or by what its token is made of. */
const REF = /^(?:token|instance):/;
const NO_DIGEST = '0'.repeat(64);
/** Of this process alone: a pseudonym that anybody could compute would tell whether a guess is right. */
const SECRET = randomBytes(32);

const masks = new WeakMap<object, object>();

/** `maskedAnswer` of a lock or an event that may be asked for again: made once. */
export function maskedOnce<T extends object>(value: T): T {
  const known = masks.get(value) as T | undefined;
  if (known) return known;
  const made = maskedAnswer(value);
  masks.set(value, made);
  masks.set(made, made);
  return made;
}

/**
 * An answer without tokens of holders, but for what is of a lock or target whose tokens are shown: neither where the contract
 * says that there is one nor within another text, and without what was read of a key.
 */
export function maskedAnswer<T>(answer: T, sees: Sees = seesNone): T {
  const tokens = new Set<string>();
  collect(answer, tokens, sees);
  const longestFirst = [...tokens].sort((a, b) => b.length - a.length);
  return replaced(answer, longestFirst, sees) as T;
}

/** Whether an object is of a lock or target whose tokens are shown. */
function isShown({ id, lock, target }: Record<string, unknown>, sees: Sees): boolean {
  for (const each of [id, lock, isObject(lock) ? lock.id : null]) {
    const address = typeof each === 'string' ? parseLockId(each) : null;
    if (address) return sees(address.target, keyOfSlug(address.slug));
  }
  return typeof target === 'string' && sees(target, null);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The token that an object has under this name, as the contract writes it: a string, or a DisplayText; null = none. */
function tokenIn(of: Record<string, unknown>, name: string): string | null {
  // Of a cycle of waits: a name that everybody sees stands where a token stands else.
  if (!NAMES.has(name) || of[`${name}Is`] === 'label') return null;
  const value = of[name];
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
    const token = tokenIn(value, name);
    if (token !== null) into.add(token);
    else if (typeof each === 'string' && REF.test(each)) into.add(each.replace(REF, ''));
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
      // A digest of a token that can be guessed is as good as the token.
      if (name === 'tokenDigest' && typeof each === 'string') return [name, NO_DIGEST];
      if (name === 'holderDigests' && Array.isArray(each)) return [name, each.map(() => '')];
      const token = tokenIn(value, name);
      // A pseudonym would stand where the host says who it is.
      if (name === 'label' && isOnHost(value))
        return [name, replaced(each, tokens, sees) === each ? each : null];
      if (token === null) return [name, replaced(each, tokens, sees)];
      const mask = maskOf(token);
      return [name, isObject(each) ? { text: mask, exact: false, byteLength: mask.length } : mask];
    }),
  );
}

/** Whether it is a holder whose host is known, which is shown: it names who has the lock, and is no secret. */
function isOnHost({ process }: Record<string, unknown>): boolean {
  return isObject(process) && typeof process.host === 'string';
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
  if (/^masked-[0-9a-f]{8}$/.test(token)) return token;
  return `masked-${createHmac('sha256', SECRET).update(token).digest('hex').slice(0, 8)}`;
}

function hiddenContents({ value, fields, ...raw }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...raw,
    value: value === null ? null : HIDDEN,
    fields: Array.isArray(fields) ? fields.map(() => ({ field: HIDDEN, value: HIDDEN })) : (fields ?? null),
  };
}
