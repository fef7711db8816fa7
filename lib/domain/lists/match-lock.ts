import type { LockMatch } from '../../contract/codes';
import type { Lock } from '../../contract/lock';
import { holderNames } from '../holders/lock-holder';
import { type LookUp, lookUpOf } from './look-up';

/** Shortest key that is searched for in a pasted text; shorter ones occur in every text. */
const KEY_IN_TEXT = 4;
const TOKEN_IN_TEXT = 8;
const NAME_IN_TEXT = 4;

/** What somebody searches for; `channelOf` = keys of the locks whose release channel it may be, as text. */
export type Wanted = {
  text: string;
  named: LookUp;
  channelOf: ReadonlySet<string>;
  /** Of a text of several words, each of them. */
  words: ReadonlySet<string>;
};

export function wantedOf(text: string, channelOf: ReadonlySet<string>): Wanted {
  const wanted = text.trim().toLowerCase();
  const words = /\s/.test(wanted) ? wanted.split(/[^\p{L}\p{N}._-]+/u) : [];
  return {
    text: wanted,
    named: lookUpOf(text),
    channelOf,
    words: new Set(words.map((word) => word.replace(/^[._-]+|[._-]+$/g, ''))),
  };
}

/** By what a text names a lock, the best of its reasons; null = it does not. Pure. */
export function matchOf(lock: Lock, { text, named, channelOf, words }: Wanted): LockMatch | null {
  if (text === '') return null;
  const key = lock.key.text.toLowerCase();
  if (key === text) return 'key';
  if (channelOf.has(lock.key.text)) return 'channel';
  const tokens = lock.holders.map((holder) => holder.token.text.toLowerCase());
  if (tokens.some((token) => token === text || named.tokens.includes(token))) return 'token';
  if (key.startsWith(text)) return 'key-start';
  if (key.includes(text)) return 'key-part';
  const instances = lock.holders.map(({ process }) => process?.instance?.toLowerCase());
  if (instances.some((instance) => instance && named.instances.includes(instance))) return 'client';
  const names = lock.holders.flatMap(holderNames).map((name) => name.toLowerCase());
  if (names.some((name) => name.includes(text))) return 'name';
  if (tokens.some((token) => token.includes(text))) return 'token-part';
  if (words.size === 0) return null;
  if (key.length >= KEY_IN_TEXT && text.includes(key)) return 'key-in-text';
  if (tokens.some((token) => token.length >= TOKEN_IN_TEXT && text.includes(token))) return 'token-in-text';
  // A number alone, such as a process id, is in every text.
  const isNamed = (name: string) => name.length >= NAME_IN_TEXT && /\p{L}/u.test(name) && words.has(name);
  return names.some(isNamed) ? 'name-in-text' : null;
}
