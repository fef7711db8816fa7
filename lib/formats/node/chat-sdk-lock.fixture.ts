import type { Fixture } from '../core/fixture';
import { compareAndDelete } from '../core/fixture-unlocks';

const TAKEN_MS = 1_700_000_000_123;
const token = (atMs: number) => `redis_${atMs}_k3x9qz71b0m`;

export const fixture: Fixture = {
  formatId: 'chat-sdk-lock',
  unlock: compareAndDelete,
  checkedAgainst:
    '@chat-adapter/state-redis 4.41.1 and @chat-adapter/state-ioredis 4.41, dist/index.js, both run',
  examples: [
    {
      title: 'a lock on a thread',
      key: (unique) => `chat-sdk:lock:slack:${unique}`,
      write: (key) => [['SET', key, token(TAKEN_MS), 'NX', 'PX', 30_000]],
      confidence: 'certain',
      holder: { tokenUnique: true, since: { atMs: TAKEN_MS, atLeast: false } },
    },
    {
      title: 'the adapter for ioredis, with a prefix of its own',
      key: (unique) => `bot:lock:${unique}`,
      write: (key, nowMs) => [['SET', key, `io${token(nowMs)}`, 'NX', 'PX', 30_000]],
      confidence: 'certain',
      holder: { tokenUnique: true },
    },
  ],
  nearMisses: [
    {
      title: 'a time of long ago',
      key: (unique) => `chat-sdk:lock:${unique}`,
      write: (key) => [['SET', key, token(1_000_000_000_000), 'NX', 'PX', 30_000]],
      becomes: 'plain-string',
    },
    {
      title: 'a token that never lapses',
      key: (unique) => `${unique}:value`,
      write: (key, nowMs) => [['SET', key, token(nowMs)]],
      becomes: null,
    },
  ],
};
