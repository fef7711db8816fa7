import type { Fixture } from '../core/fixture';

export const fixture: Fixture = {
  formatId: 'plain-string',
  unlock: null,
  checkedAgainst: 'nothing: these values follow no library',
  examples: [
    {
      title: 'a word',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'settlement', 'NX', 'PX', 30_000]],
      confidence: 'possible',
      holder: { token: 'settlement', tokenUnique: false, label: null },
    },
    {
      title: 'emoji',
      key: (unique) => `${unique}:🔒:lock`,
      write: (key) => [['SET', key, '🔒 by Zoë', 'PX', 30_000]],
      confidence: 'possible',
      holder: { token: Buffer.from('🔒 by Zoë').toString('latin1') },
    },
    {
      title: 'bytes that are no text',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, Buffer.from([0xff, 0xfe, 0x00, 0x80])]],
      confidence: 'possible',
      holder: { token: '\xff\xfe\x00\x80' },
    },
    {
      title: 'the name of a worker',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'worker-7']],
      confidence: 'likely',
      holder: { token: 'worker-7', tokenUnique: false, process: null },
    },
    {
      title: 'a word without TTL, which may be a state',
      key: (unique) => `lease:contract:${unique}`,
      write: (key) => [['SET', key, 'signed']],
      confidence: 'possible',
      holder: { token: 'signed' },
    },
    {
      title: 'a megabyte, of which the head is shown',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, 'x'.repeat(1024 * 1024), 'PX', 30_000]],
      confidence: 'possible',
      holder: { token: 'x'.repeat(1024), tokenLength: 1024 * 1024 },
    },
    {
      title: 'JSON',
      key: (unique) => `redis-promise-lock:${unique}`,
      write: (key) => [['SET', key, '{"lockedSince":"2026-10-14T13:02:00Z"}', 'PX', 30_000]],
      confidence: 'possible',
      holder: {},
    },
  ],
  nearMisses: [
    {
      title: 'nothing at all',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['SET', key, '']],
      becomes: null,
    },
    {
      title: 'a document without TTL that speaks of no holder',
      key: (unique) => `account:lock:${unique}`,
      write: (key) => [['SET', key, '{"reason": "fraud", "by": "admin"}']],
      becomes: null,
    },
    {
      title: 'the sum of a file in which versions are pinned',
      key: (unique) => `${unique}:package-lock.json:sha`,
      write: (key) => [['SET', key, 'efcd5d71baec84bfd709b828a963d5d6b2a5a593', 'EX', 3_600]],
      becomes: null,
    },
    {
      title: 'the same under a name that does not say lock',
      key: (unique) => `${unique}:greeting`,
      write: (key) => [['SET', key, 'worker-7:4711', 'PX', 30_000]],
      becomes: null,
    },
    {
      title: 'a list',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['RPUSH', key, 'worker-7:4711']],
      becomes: null,
    },
    {
      title: 'a hash that no format knows',
      key: (unique) => `${unique}:lock`,
      write: (key) => [['HSET', key, 'owner', 'worker-7']],
      becomes: null,
    },
  ],
};
