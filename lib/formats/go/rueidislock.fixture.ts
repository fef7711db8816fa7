import type { Example, Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const BYTES = Buffer.from('80ff0102030405060708090a0b0c0d0e0f10111213141516', 'hex');
const TOKEN = BYTES.toString('latin1');
const OTHER = Buffer.from('ee', 'hex').toString('latin1').repeat(24);
const member = (key: string, i: number) => key.replace(':0:', `:${i}:`);

function example(
  title: string,
  prefix: string,
  members: number[],
  confidence: Example['confidence'],
): Example {
  return {
    title,
    key: (unique) => `${prefix}:0:${unique}`,
    write: (key, nowMs) => members.map((i) => ['SET', member(key, i), BYTES, 'NX', 'PXAT', nowMs + 5_000]),
    confidence,
    holder: { token: TOKEN, tokenUnique: true },
    releaseTouches: (key) => members.filter((i) => i > 0).map((i) => member(key, i)),
  };
}

export const fixture: Fixture = {
  formatId: 'rueidislock',
  unlock: compareAndDelete,
  checkedAgainst: 'rueidis 1.0.x, rueidislock/lock.go (source)',
  examples: [
    example('a lock', 'rueidislock', [0, 1, 2], 'certain'),
    example('a lock with a majority of its keys', 'app:rueidislock', [0, 2], 'certain'),
    example('a lock of five keys', 'rueidislock', [0, 1, 2, 3, 4], 'certain'),
    example('the first key alone', 'rueidislock', [0], 'likely'),
    {
      ...example('a lock that lost a member to another', 'rueidislock', [0, 1], 'certain'),
      write: (key, nowMs) => [
        ['SET', key, BYTES, 'NX', 'PXAT', nowMs + 5_000],
        ['SET', member(key, 1), BYTES, 'NX', 'PXAT', nowMs + 5_000],
        ['SET', member(key, 2), Buffer.from(OTHER, 'latin1'), 'NX', 'PXAT', nowMs + 5_000],
      ],
    },
  ],
  nearMisses: [
    {
      title: 'a member that is not the first',
      key: (unique) => `rueidislock:1:${unique}`,
      write: (key) => [['SET', key, BYTES, 'PX', 5_000]],
      becomes: null,
    },
    {
      title: '24 bytes of text under any name',
      key: (unique) => `shard:0:${unique}`,
      write: (key) => [['SET', key, 'twenty-four bytes of txt', 'PX', 5_000]],
      becomes: null,
    },
  ],
};
