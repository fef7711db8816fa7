import type { RedisType } from '../../domain/keys/raw-key';

/** Letters of `notify-keyspace-events` that `A` stands for, as far as they are about locks. */
const ALL = 'g$lshzxe';
/** What takes any key away, and SET, which writes over every type. */
const ANY_KEY = 'gxe$';
const OF_TYPE: Partial<Record<RedisType, string>> = {
  string: '$',
  hash: 'h',
  zset: 'z',
  list: 'l',
  set: 's',
};

/** What a server tells by keyspace notifications. */
export type KeyspaceFlags = {
  /** As the server says it. */
  readonly text: string;
  /** Messages by the name of the event, with the key in them (`E`). */
  readonly byEvent: boolean;
  /** Messages by the name of the key, with the event in them (`K`). */
  readonly byKey: boolean;
  /** Whether anything is sent at all. */
  readonly sends: boolean;
  /** Whether every change of a key of this type is told; null = a key that may be of any type. */
  tells(type: RedisType | null): boolean;
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
    tells(type) {
      const needed = type === null ? ALL : ANY_KEY + (OF_TYPE[type] ?? ALL);
      return sends && [...needed].every((letter) => letters.has(letter));
    },
  };
}

/** The line that makes a server tell every change of locks and leaves on what is on. `channel`: by event or by key. */
export function lineFor(present: string, channel: 'E' | 'K'): string {
  const missing = [
    ...(/[EK]/.test(present) ? '' : channel),
    ...(present.includes('A') ? '' : [...ALL].filter((letter) => !present.includes(letter))),
  ];
  return `CONFIG SET notify-keyspace-events ${present}${missing.join('')}`;
}
