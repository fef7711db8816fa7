import type { RedisType } from '../../domain/keys/raw-key';

/** Letters of `notify-keyspace-events` that `A` includes and that concern locks. */
const ALL = 'g$lshzxe';
/** Events that remove a key of any type, and SET, which overwrites every type. */
const ANY_KEY = 'gxe$';
const OF_TYPE: Partial<Record<RedisType, string>> = {
  string: '$',
  hash: 'h',
  zset: 'z',
  list: 'l',
  set: 's',
};

/** The keyspace notifications that a server sends. */
export type KeyspaceFlags = {
  /** The setting as the server returns it. */
  readonly text: string;
  /** Messages by the name of the event, with the key in them (`E`). */
  readonly byEvent: boolean;
  /** Messages by the name of the key, with the event in them (`K`). */
  readonly byKey: boolean;
  /** Whether anything is sent at all. */
  readonly sends: boolean;
  /** Whether every change of a key of this type is reported; null = a key that may be of any type. */
  reports(type: RedisType | null): boolean;
};

/** What the value of `notify-keyspace-events` means for locks. Pure. */
export function keyspaceFlags(text: string): KeyspaceFlags {
  const letters = new Set(text.includes('A') ? text + ALL : text);
  const [byEvent, byKey] = [letters.has('E'), letters.has('K')];
  const sends = (byEvent || byKey) && [...ALL].some((letter) => letters.has(letter));
  return {
    text,
    byEvent,
    byKey,
    sends,
    reports(type) {
      const needed = type === null ? ALL : ANY_KEY + (OF_TYPE[type] ?? ALL);
      return sends && [...needed].every((letter) => letters.has(letter));
    },
  };
}

/** The command that makes a server report every lock change and keeps the flags that are set. `channel`: by event or key. */
export function lineFor(present: string, channel: 'E' | 'K'): string {
  const missing = [
    ...(/[EK]/.test(present) ? '' : channel),
    ...(present.includes('A') ? '' : [...ALL].filter((letter) => !present.includes(letter))),
  ];
  return `CONFIG SET notify-keyspace-events ${present}${missing.join('')}`;
}
