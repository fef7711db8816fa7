import type { ByteString } from '../../lib/domain/keys/bytes';
import {
  HASH_HEAD,
  MEMBER_HEAD,
  type RawKey,
  type RedisType,
  VALUE_HEAD,
} from '../../lib/domain/keys/raw-key';

const ALPHABETS = [
  '0123456789abcdef',
  '0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=',
  'abcdefghijklmnopqrstuvwxyz0123456789-_:.@|{}',
  Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join(''),
];
/** Lengths that tokens of libraries have, and others. */
const LENGTHS = [0, 1, 2, 10, 13, 16, 19, 20, 22, 24, 32, 36, 40, 44, 64, 80, 200, VALUE_HEAD];
/** Of one among many: of a long one, chance changes no more than of a short. */
const SHORT = LENGTHS.filter((length) => length <= 44);
const WORDS = [
  'lock',
  'mutex',
  'semaphore',
  'redlock',
  'job',
  'order',
  'cache',
  'session',
  '1',
  'true',
  'mode',
];
const TYPES: RedisType[] = ['string', 'string', 'string', 'hash', 'zset', 'list', 'set', 'stream', 'other'];

export type RandomKeys = {
  /** A key of any type with nothing of a lock in it but what chance puts there. */
  key(): RawKey;
  /** `raw` with one to three of its parts changed: bytes, fields, members, TTL, name, type. */
  mutant(raw: RawKey): RawKey;
  /** A whole number below `below`. */
  upTo(below: number): number;
};

/** Keys as Redis may hold them, drawn from `random`. */
export function randomKeys(random: () => number, now: number): RandomKeys {
  const upTo = (below: number) => Math.floor(random() * below);
  const pick = <T>(from: readonly T[]): T => from[upTo(from.length)] as T;

  function bytes(length = pick(LENGTHS)): ByteString {
    const alphabet = pick(ALPHABETS);
    let text = '';
    for (let i = 0; i < length; i++) text += alphabet[upTo(alphabet.length)];
    return text;
  }

  function value(lengths = LENGTHS): ByteString {
    const kind = upTo(8);
    if (kind === 0) return String(now + upTo(2e9) - 1e9);
    if (kind === 1) return String(upTo(1e6));
    if (kind === 2) return pick(WORDS);
    return bytes(pick(lengths));
  }

  const name = () => (upTo(2) === 0 ? bytes(upTo(40)) : `${pick(WORDS)}:${bytes(upTo(12))}:${pick(WORDS)}`);
  const ttlMs = () => (upTo(3) === 0 ? 'none' : upTo(10 ** (1 + upTo(10))));
  const score = () => pick([upTo(100), now + upTo(2e6) - 1e6, now / 1000, Number.POSITIVE_INFINITY]);
  const times = <T>(most: number, make: () => T): T[] => Array.from({ length: upTo(most + 1) }, make);

  function content(type: RedisType): Pick<RawKey, 'value' | 'hash' | 'members' | 'items' | 'length'> {
    const none = { value: null, hash: null, members: null, items: null, length: 0 };
    const cut = upTo(10) === 0 ? upTo(5_000) : 0;
    if (type === 'string') {
      const head = value();
      return { ...none, value: head, length: head.length + cut };
    }
    if (type === 'hash') {
      const hash = times(pick([1, 2, 3, 4, 8, HASH_HEAD]), () => [value(SHORT), value(SHORT)] as const);
      return { ...none, hash: cut > 4_000 ? null : hash, length: hash.length + cut };
    }
    if (type === 'zset') {
      const members = times(pick([1, 2, 3, 4, 8, MEMBER_HEAD]), () => [value(SHORT), score()] as const);
      return { ...none, members: cut > 4_000 ? null : members, length: members.length + cut };
    }
    if (type === 'list' || type === 'set') {
      const items = times(pick([1, 2, 3, 4, 8, MEMBER_HEAD]), () => value(SHORT));
      return { ...none, items: cut > 4_000 ? null : items, length: items.length + cut };
    }
    return none;
  }

  function key(): RawKey {
    const type = pick(TYPES);
    return { key: name(), type, ttlMs: ttlMs(), readAtMs: now, ...content(type) };
  }

  /** One byte more, less or other; or a piece doubled, dropped or cut. */
  function changed(text: ByteString): ByteString {
    const at = upTo(text.length + 1);
    const change = upTo(6);
    if (change === 0) return text.slice(0, at) + bytes(1) + text.slice(at);
    if (change === 1) return text.slice(0, at) + text.slice(at + 1);
    if (change === 2) return text.slice(0, at) + bytes(1) + text.slice(at + 1);
    if (change === 3) return text.slice(0, at);
    if (change === 4) return text + text.slice(at);
    return value();
  }

  function changedPart(raw: RawKey): RawKey {
    const one = <T>(list: readonly T[], change: (entry: T) => T): T[] => {
      const at = upTo(list.length);
      return list.map((entry, i) => (i === at ? change(entry) : entry));
    };
    const part = upTo(6);
    if (part === 0) return { ...raw, key: changed(raw.key) };
    if (part === 1) return { ...raw, ttlMs: ttlMs() };
    if (part === 2) return { ...raw, length: raw.length + upTo(2) };
    if (part === 3 && upTo(4) === 0) {
      const type = pick(TYPES);
      return { ...raw, type, ...content(type) };
    }
    if (raw.value !== null) {
      const head = changed(raw.value).slice(0, VALUE_HEAD);
      return { ...raw, value: head, length: head.length };
    }
    if (raw.hash && raw.hash.length > 0) {
      const asField = upTo(2) === 0;
      const hash = one(raw.hash, ([field, of]) =>
        asField ? ([changed(field), of] as const) : ([field, changed(of)] as const),
      );
      return { ...raw, hash };
    }
    if (raw.members && raw.members.length > 0)
      return {
        ...raw,
        members: one(raw.members, ([member, of]) => [changed(member), upTo(2) ? of : score()]),
      };
    if (raw.items && raw.items.length > 0) return { ...raw, items: one(raw.items, changed) };
    return raw;
  }

  return {
    key,
    mutant(raw) {
      let result = raw;
      for (let changes = 1 + upTo(3); changes > 0; changes--) result = changedPart(result);
      return result;
    },
    upTo,
  };
}
