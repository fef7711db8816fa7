import type { RawKey } from '../../domain/keys/raw-key';
import { keysOfSemaphoreChannel, semaphoreChannelOf } from '../../domain/keys/redisson-names';
import { defineFormat } from '../core/format';
import { standingOf } from '../core/shapes';
import { redissonLibraryOf } from './redisson-internal';

/**
 * Redisson's RSemaphore: a counter of free permits and nothing else, so that only its name or its waiters tell it. Who
 * holds a permit is not written down: there is nobody to free.
 */
export const redissonSemaphore = defineFormat({
  id: 'redisson-semaphore',
  library: 'Redisson RSemaphore',
  language: 'Java',
  kind: 'semaphore',
  redisType: 'string',
  names: [],
  recognise({ raw, heard, named }) {
    if (permitCountOf(raw) === null) return null;
    if (heard?.includes('redisson-semaphore')) return 'likely';
    if (raw.ttlMs !== 'none' || !/semaphore/i.test(raw.key)) return null;
    return standingOf({ raw, named }) === 'lock' ? 'possible' : null;
  },
  alternatives: () => [
    { id: 'redisson-permit-semaphore', library: 'Redisson RPermitExpirableSemaphore' },
    { id: 'plain-string', library: 'a flag or a counter' },
  ],
  libraryOf: redissonLibraryOf('Redisson RSemaphore'),
  decode({ raw }) {
    const permits = { available: permitCountOf(raw), held: null, expired: null };
    return { holders: [], ttlMs: raw.ttlMs, valueDeadlineMs: null, permits };
  },
  healthyFloor: null,
  lateUnlock: 'drifts',
  channels: { pattern: 'redisson_sc:*', channelOf: semaphoreChannelOf, keysOf: keysOfSemaphoreChannel },
});

/** The number in a counter, which may have been set below zero; null when it is none. */
export function permitCountOf({ value, length }: RawKey): number | null {
  if (value === null || length > 16 || !/^(?:0|-?[1-9]\d{0,14})$/.test(value)) return null;
  return Number(value);
}
