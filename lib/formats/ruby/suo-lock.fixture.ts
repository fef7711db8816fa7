import type { Fixture } from '../core/fixture';
import { readsOnly } from '../core/fixture-unlocks';

const A = 'q83vEjRWeJCrze8SNFZ4kA==';
const B = 'Ze8SNFZ4kAq83vEjRWeJCr==';

/** What MessagePack makes of suo's list. */
function packed(holds: readonly (readonly [seconds: number, token: string])[]): Buffer {
  const parts = holds.map(([seconds, token]) => {
    const double = Buffer.alloc(8);
    double.writeDoubleBE(seconds);
    return Buffer.concat([
      Buffer.from([0x92, 0xcb]),
      double,
      Buffer.from([0xa0 | token.length]),
      Buffer.from(token),
    ]);
  });
  return Buffer.concat([Buffer.from([0x90 | holds.length]), ...parts]);
}

const successor = (key: string, nowMs: number) => [['SET', key, packed([[nowMs / 1000, B]])]];

export const fixture: Fixture = {
  formatId: 'suo-lock',
  unlock: readsOnly,
  checkedAgainst:
    'suo (read), lib/suo/client/base.rb, redis.rb, with what msgpack 1.4 for Ruby packs (run); after the last holder an empty list stays for its ttl (60 s)',
  examples: [
    {
      title: 'one holder',
      key: (unique) => `${unique}:suo`,
      write: (key, nowMs) => [['SET', key, packed([[(nowMs - 4_000) / 1000, A]])]],
      confidence: 'certain',
      holder: { token: A, tokenUnique: true },
      staysAfterRelease: true,
      successor,
    },
    {
      title: 'two of several permits',
      key: (unique) => `${unique}:lock`,
      write: (key, nowMs) => [
        [
          'SET',
          key,
          packed([
            [(nowMs - 4_000) / 1000, A],
            [(nowMs - 1_000) / 1000, B],
          ]),
        ],
      ],
      confidence: 'certain',
      holder: { token: A },
      holders: 2,
      staysAfterRelease: true,
      successor,
    },
    {
      title: 'a token of the caller',
      key: (unique) => `${unique}:suo`,
      write: (key, nowMs) => [['SET', key, packed([[nowMs / 1000, 'import-7']])]],
      confidence: 'likely',
      holder: { token: 'import-7' },
      staysAfterRelease: true,
      successor,
    },
  ],
  nearMisses: [
    {
      title: 'the empty list that its last holder leaves',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, packed([]), 'EX', 60]],
      becomes: null,
    },
    {
      title: 'a list of pairs of long ago',
      key: (unique) => `${unique}:points`,
      write: (key) => [['SET', key, packed([[1.5, A]])]],
      becomes: null,
    },
    {
      title: 'a list that is cut short',
      key: (unique) => `${unique}:suo`,
      write: (key, nowMs) => [['SET', key, packed([[nowMs / 1000, A]]).subarray(0, 30)]],
      becomes: null,
    },
  ],
};
