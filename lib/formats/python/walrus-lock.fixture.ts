import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TOKEN =
  '\x9d\xa2\x1d\x98\xe5eH\xcd\xe1\xe6\x0e<\xb9r\x15\xbc\x86\xb2\xa2\xbaB\xc3\xfb_\x87\xe4\x0f\xc44\x9c\x13\xdb';
const wakes = (key: string) => ({ list: `lock.event:${key.slice(5)}`, items: ['1'], ttlMs: null });
const releaseTouches = (key: string) => [`lock.event:${key.slice(5)}`];

export const fixture: Fixture = {
  formatId: 'walrus-lock',
  unlock: compareAndDelete,
  checkedAgainst: 'walrus 0.9.8 (run), lock.py, scripts/lock_release.lua',
  examples: [
    {
      title: 'a lock with a TTL',
      key: (unique) => `lock:${unique}`,
      write: (key) => [['SET', key, Buffer.from(TOKEN, 'latin1'), 'NX', 'PX', 30_000]],
      confidence: 'likely',
      holder: { token: TOKEN, tokenUnique: true },
      wakes,
      releaseTouches,
      alternatives: ['hand-written SET NX PX'],
    },
    {
      title: 'a lock for good, whose event list stayed',
      key: (unique) => `lock:${unique}`,
      write: (key) => [
        ['SETNX', key, Buffer.from(TOKEN, 'latin1')],
        ['LPUSH', `lock.event:${key.slice(5)}`, '1'],
      ],
      confidence: 'likely',
      holder: { token: TOKEN },
      wakes,
      releaseTouches,
    },
  ],
  nearMisses: [
    {
      title: '32 bytes of text',
      key: (unique) => `lock:${unique}`,
      write: (key) => [['SET', key, 'this is what a person has written', 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'raw bytes under another name',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, Buffer.from(TOKEN, 'latin1'), 'PX', 30_000]],
      becomes: 'random-token',
    },
    {
      title: 'the event list',
      key: (unique) => `lock.event:${unique}`,
      write: (key) => [['LPUSH', key, '1']],
      becomes: null,
    },
  ],
};
