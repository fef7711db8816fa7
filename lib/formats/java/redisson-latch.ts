import { keysOfLatchChannel, latchChannelOf } from '../../domain/keys/redisson-names';
import { defineFormat } from '../core/format';
import { redissonLibraryOf } from './redisson-internal';
import { permitCountOf } from './redisson-semaphore';

/**
 * Redisson's RCountDownLatch: a counter of what is still to happen, deleted at zero. It has no holder and no TTL, and only
 * its name or its waiters tell it. `permits.available` is the count that is left.
 */
export const redissonLatch = defineFormat({
  id: 'redisson-latch',
  library: 'Redisson RCountDownLatch',
  language: 'Java',
  kind: 'latch',
  redisType: 'string',
  names: [/[Cc]ount[_-]?[Dd]own[_-]?[Ll]atch/],
  recognise({ raw, heard }) {
    const count = permitCountOf(raw);
    if (count === null || count < 1) return null;
    if (heard?.includes('redisson-latch')) return 'likely';
    const named = raw.ttlMs === 'none' && /count[_-]?down[_-]?latch/i.test(raw.key);
    return named ? 'possible' : null;
  },
  alternatives: () => [{ id: 'plain-string', library: 'a flag or a counter' }],
  libraryOf: redissonLibraryOf('Redisson RCountDownLatch'),
  decode({ raw }) {
    const permits = { available: permitCountOf(raw), held: null, expired: null };
    return { holders: [], ttlMs: raw.ttlMs, valueDeadlineMs: null, permits };
  },
  healthyFloor: null,
  lateUnlock: 'drifts',
  channels: {
    pattern: 'redisson_countdownlatch__channel__*',
    channelOf: latchChannelOf,
    keysOf: keysOfLatchChannel,
  },
});
