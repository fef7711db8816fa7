import type { Fixture } from '../core/fixture';
import { removeField } from '../core/fixture-unlocks';

const JID = 'b4a577edbccf1d805744efa9';
const OTHER = '2f1e0d9c8b7a695847362514';
const seconds = (nowMs: number) => `${(nowMs - 4_000) / 1000}`;
const digestOf = (unique: string) => `uniquejobs:${unique}0bbcf1d805744efa9b4a577e`;
const own = (key: string) => key.slice(0, -':LOCKED'.length);
const successor = (key: string, nowMs: number) => [['HSET', key, OTHER, seconds(nowMs)]];
const wakes = (key: string) => ({ list: `${own(key)}:QUEUED`, items: ['1'], ttlMs: 5_000 });

export const fixture: Fixture = {
  formatId: 'sidekiq-unique-job',
  unlock: removeField,
  checkedAgainst:
    'sidekiq-unique-jobs 8 and the alpha of 9 (read): lua/lock.lua, unlock.lua, lock_v9.lua, unlock_v9.lua, locksmith.rb. Deleting by digest, as the catalogue has it, would free the lock of the running job (:RUN) too',
  examples: [
    {
      title: 'a job with a record of it, held for good',
      key: (unique) => `${digestOf(unique)}:LOCKED`,
      write: (key, nowMs) => [
        ['HSET', key, JID, seconds(nowMs)],
        ['SET', own(key), JID],
        [
          'SET',
          `${own(key)}:INFO`,
          '{"worker":"MyJob","queue":"default","limit":null,"type":"until_executed"}',
        ],
        ['ZADD', 'uniquejobs:digests', nowMs / 1000, own(key)],
      ],
      confidence: 'certain',
      holder: { token: JID, tokenUnique: true, label: 'MyJob (default)' },
      wakes,
      releaseTouches: (key) => [own(key), `${own(key)}:INFO`, `${own(key)}:QUEUED`, 'uniquejobs:digests'],
      successor,
    },
    {
      title: 'the running job beside it, with a TTL',
      key: (unique) => `${digestOf(unique)}:RUN:LOCKED`,
      write: (key, nowMs) => [
        ['HSET', key, JID, seconds(nowMs)],
        ['PEXPIRE', key, 60_000],
        ['SET', own(key), JID, 'PX', 60_000],
      ],
      confidence: 'certain',
      holder: { token: JID, label: null },
      wakes,
      releaseTouches: (key) => [own(key), `${own(key)}:QUEUED`],
      successor,
    },
    {
      title: 'two jobs, of version 9',
      key: (unique) => `${digestOf(unique)}:LOCKED`,
      write: (key, nowMs) => [
        [
          'HSET',
          key,
          ...[
            JID,
            `{"worker":"MyJob","queue":"low","type":"until_executed","time":${seconds(nowMs)},"at":null}`,
          ],
          ...[OTHER, `{"worker":"MyJob","queue":"low","time":${seconds(nowMs + 1_000)}}`],
        ],
      ],
      confidence: 'certain',
      holder: { token: JID, label: 'MyJob (low)' },
      holders: 2,
      staysAfterRelease: true,
      successor,
    },
  ],
  nearMisses: [
    {
      title: 'a name without digest',
      key: (unique) => `uniquejobs:${unique}:LOCKED`,
      write: (key, nowMs) => [['HSET', key, JID, seconds(nowMs)]],
      becomes: null,
    },
    {
      title: 'a hash of other things',
      key: (unique) => `${digestOf(unique)}:LOCKED`,
      write: (key) => [['HSET', key, JID, 'yes']],
      becomes: null,
    },
    {
      title: 'the digest itself',
      key: (unique) => digestOf(unique),
      write: (key) => [['SET', key, JID]],
      becomes: null,
    },
  ],
};
