import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const RELEASES = '@simple-redis-mutex:locks-releases';
const FENCE = '@simple-redis-mutex:fencing-tokens';

/** `key` is a byte string, the message text. */
function messageOf(key: string, token: string): string {
  const name = JSON.stringify(Buffer.from(key, 'latin1').toString());
  return `{ "key": ${name}, "value": "${token}" }`;
}

function example(title: string, token: string, name: string): Example {
  return {
    title,
    key: (unique) => `@simple-redis-mutex:lock-${name}${unique}`,
    write: (key) => [
      ['SET', key, token, 'NX', 'PX', 30_000],
      ['INCR', FENCE],
    ],
    confidence: 'certain',
    holder: { token, tokenUnique: true, since: null, process: null },
    wakes: (key) => ({ channel: RELEASES, message: messageOf(key, token) }),
  };
}

export const fixture: Fixture = {
  formatId: 'simple-redis-mutex',
  unlock: compareAndDelete,
  checkedAgainst: 'simple-redis-mutex 3.0.0, run; dist/index.js',
  examples: [
    example('a lock', '0.9673361120218089', 'm'),
    example('a fraction that is very small', '3.1e-7', 'm'),
    // The library's own message for such a name is no JSON, and ends all of its processes.
    example('a name with quotes', '0.25', 'a "b" '),
    example('a name that is not ASCII', '0.25', 'наряд '),
  ],
  nearMisses: [
    {
      title: 'the counter of fencing tokens',
      key: () => FENCE,
      write: (key) => [['INCR', key]],
      becomes: null,
    },
    {
      title: 'another value under its name',
      key: (unique) => `@simple-redis-mutex:lock-${unique}`,
      write: (key) => [['SET', key, 'busy-with-it', 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a fraction under another name',
      key: (unique) => `${unique}:ratio`,
      write: (key) => [['SET', key, '0.9673361120218089', 'PX', 30_000]],
      becomes: null,
    },
  ],
};
