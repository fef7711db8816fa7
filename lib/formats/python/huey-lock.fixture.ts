import type { Fixture } from '../core/fixture';
import { plainDelete } from '../core/fixture-unlocks';

const PICKLED = Buffer.from('\x80\x05\x95\x05\x00\x00\x00\x00\x00\x00\x00\x8c\x011\x94.', 'latin1');

export const fixture: Fixture = {
  formatId: 'huey-lock',
  unlock: plainDelete,
  checkedAgainst: 'huey 3.5.4, RedisExpireHuey (run); the pickle of Python 3.11, and by its protocol 2',
  examples: [
    {
      title: 'a lock, whose app keeps in the name what the prefix drops',
      key: (unique) => `huey.r.${unique}.my-app.lock.report`,
      write: (key) => [['SET', key, PICKLED, 'NX']],
      confidence: 'certain',
      holder: { tokenUnique: false, label: null },
    },
    {
      title: 'a lock with a TTL, pickled by an older Python',
      key: (unique) => `huey.r.${unique}.app.lock.report`,
      write: (key) => [
        ['SET', key, Buffer.from('\x80\x02X\x01\x00\x00\x001q\x00.', 'latin1'), 'NX', 'EX', 60],
      ],
      confidence: 'certain',
      holder: { tokenUnique: false },
    },
  ],
  nearMisses: [
    {
      title: 'a result',
      key: (unique) => `huey.r.${unique}.1c6c8f9e-7f6d-4a53-9d8f-0d2f3a1b2c4d`,
      write: (key) => [['SET', key, PICKLED]],
      becomes: null,
    },
    {
      title: 'another text under a lock name',
      key: (unique) => `huey.r.${unique}.app.lock.report`,
      write: (key) => [['SET', key, 'something']],
      becomes: null,
    },
  ],
};
