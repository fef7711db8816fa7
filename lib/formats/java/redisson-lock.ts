import { defineFormat } from '../core/format';
import { namesGroup } from '../core/lock-names';
import { oneOwner, onlyOwnerOf, redissonHash } from './redisson-hash';
import { redissonLibraryOf } from './redisson-internal';

/**
 * Redisson's RLock, and our reentrant lock, which writes the same. Spin and non-reentrant locks leave the same hash, and so
 * do fair and fenced locks where the keys beside them do not tell.
 */
export const redissonLock = defineFormat({
  ...redissonHash,
  id: 'redisson-lock',
  library: 'Redisson RLock',
  ours: 'Lockscope reentrant lock',
  kind: 'reentrant',
  recognise({ raw, named, heard }) {
    if (!onlyOwnerOf(raw)) return null;
    // A vote or a cart keeps such a hash as well.
    return !named && !heard?.length && namesGroup(raw.key) ? 'possible' : 'likely';
  },
  alternatives: () => [
    { id: 'redisson-fair-lock', library: 'Redisson RFairLock' },
    { id: 'redisson-fenced-lock', library: 'Redisson RFencedLock' },
    { id: 'redisson-spin-lock', library: 'Redisson RSpinLock' },
    { id: 'lockscope-reentrant', library: 'Lockscope reentrant lock' },
  ],
  libraryOf: redissonLibraryOf('Redisson RLock'),
  decode: ({ raw }) => oneOwner(raw),
});
