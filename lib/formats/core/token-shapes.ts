import type { FormatRef } from '../../contract/lock';
import type { ByteString } from '../../domain/keys/bytes';
import { mayBeDrawn } from './shapes';

/** A shape of token and the libraries that write it, the most used first. */
export type TokenShape = {
  matches(value: ByteString): boolean;
  /** Too common among values that are no locks: only a name that says lock makes it one. */
  namedOnly: boolean;
  /** Some of these libraries keep one token for many holds, so that the deadline has to be compared too. */
  reused: boolean;
  libraries: readonly FormatRef[];
};

/** A format's id, where it is not made of the library's name. */
const IDS: ReadonlyMap<string, string> = new Map([
  ['Spring RedisLockRegistry', 'spring-lock-registry'],
  ['@sesamecare-oss/redlock', 'sesamecare-redlock'],
]);

/** What libraries of the census put into the names of all their keys. */
const IN_NAMES: ReadonlyMap<string, RegExp> = new Map([
  ['Spring RedisLockRegistry', /^[^:]+:./s],
  ['redis-semaphore', /mutex:/],
  ['pottery', /redlock:/],
  ['Bull', /:lock$/],
]);

const HAND_WRITTEN: FormatRef = { id: 'hand-written', library: 'hand-written SET NX PX' };

/** Libraries whose token is 16 random bytes as hex: 1 of 64 has the bits of a UUID of version 4, and 1 of 64 those of version 1. */
const SIXTEEN_BYTES = ['node-redlock', '@sesamecare-oss/redlock', 'redlock-universal'];
export const librariesOfSixteenBytes: readonly FormatRef[] = SIXTEEN_BYTES.map(refOf);

const shape = (
  matches: RegExp | TokenShape['matches'],
  libraries: readonly string[],
  flags: { namedOnly?: boolean; reused?: boolean } = {},
): TokenShape => ({
  matches: matches instanceof RegExp ? (value) => matches.test(value) : matches,
  namedOnly: flags.namedOnly ?? false,
  reused: flags.reused ?? false,
  libraries: [...libraries.map(refOf), HAND_WRITTEN],
});

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const tokenShapes: readonly TokenShape[] = [
  shape(
    UUID_V4,
    [
      'redis-semaphore',
      'Bull',
      'Spring RedisLockRegistry',
      'RedLock.net',
      'StackExchange.Redis LockTake',
      'redlock-rb',
      'pottery',
      'aioredlock',
      'sherlock',
      'CSRedisCore',
      'FreeRedis',
      '@microfleet/ioredis-lock',
      '@upstash/lock',
      'celery-singleton',
    ],
    { reused: true },
  ),
  shape(
    /^[0-9a-f]{8}-[0-9a-f]{4}-1[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ['ioredis-lock', 'redislock (Node)', 'redis_mutex (Elixir)'],
    { reused: true },
  ),
  shape(/^[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}$/, [
    'lock4j',
    'redlock (Python, glasslion)',
    'redis-lock-py',
    ...SIXTEEN_BYTES,
  ]),
  shape(/^[0-9a-f]{32}$/, ['redis-py Lock'], { namedOnly: true }),
  shape((v) => /^[A-Za-z0-9+/]{24}$/.test(v) && mayBeDrawn(v), ['python-redis-lock'], { namedOnly: true }),
  shape(
    (v) => /^[A-Za-z0-9]{22}$/.test(v) && mayBeDrawn(v),
    ['redlock-py', 'bsm/redislock', '@redis-kit/lock'],
  ),
  shape((v) => /^[A-Za-z0-9+/]{22}$/.test(v) && mayBeDrawn(v), ['@redis-kit/lock']),
  shape((v) => /^[A-Za-z0-9_-]{22}$/.test(v) && mayBeDrawn(v), []),
  shape((v) => /^[A-Za-z0-9]{16}$/.test(v) && mayBeDrawn(v), ['Laravel', 'go-zero'], {
    namedOnly: true,
    reused: true,
  }),
  shape(
    (v) => /^[A-Za-z0-9]{20}$/.test(v) && mayBeDrawn(v),
    ['redis-plus-plus', 'Laravel ConcurrencyLimiter'],
    {
      namedOnly: true,
    },
  ),
  // PHP's uniqid: epoch seconds (2021 to 2038) and microseconds, both in hex
  shape(/^[67][0-9a-f]{12}$/, ['redlock-php', 'TYPO3'], { namedOnly: true }),
  shape(/^[0-9a-f]{40}$/, ['redlock4j'], { namedOnly: true }),
  shape(/^[0-9a-f]{64}$/, ['php-lock/lock'], { namedOnly: true }),
  shape(isRawBytes, ['rslock', 'rueidislock', 'walrus'], { namedOnly: true }),
];

/** Whether a lock of this library can have such a name; most leave names to their callers. */
export function mayName({ library }: FormatRef, key: ByteString): boolean {
  return IN_NAMES.get(library)?.test(key) ?? true;
}

/** Libraries whose tokens look like this one, the most used first. */
export function librariesOf(value: ByteString): readonly FormatRef[] {
  return tokenShapes.find((each) => each.matches(value))?.libraries ?? [];
}

/** 20, 24 or 32 bytes that no text has. */
function isRawBytes(value: ByteString): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what raw bytes are told by
  return [20, 24, 32].includes(value.length) && /[\x00-\x08\x0e-\x1f\x80-\xff]/.test(value);
}

function refOf(library: string): FormatRef {
  const made = library.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return { id: IDS.get(library) ?? made.replace(/^-|-$/g, ''), library };
}
