import { fenceOf, keysOfFence } from '../../domain/keys/redisson-names';
import { defineFormat, type Observation } from '../core/format';
import { oneOwner, onlyOwnerOf, redissonHash } from './redisson-hash';
import { redissonLibraryOf } from './redisson-internal';

/** An RLock with a counter of its acquisitions and re-entries beside it, which stays for good. */
export const redissonFencedLock = defineFormat({
  ...redissonHash,
  id: 'redisson-fenced-lock',
  library: 'Redisson RFencedLock',
  ours: 'Lockscope fenced lock',
  kind: 'fenced',
  companions: {
    of: (raw) => (onlyOwnerOf(raw) ? [fenceOf(raw.key)] : []),
    names: { shape: /redisson_lock_token:/, ownersOf: keysOfFence },
  },
  recognise: (sight) => (fencingTokenOf(sight) && onlyOwnerOf(sight.raw) ? 'likely' : null),
  alternatives: () => [
    { id: 'lockscope-fenced', library: 'Lockscope fenced lock' },
    { id: 'redisson-lock', library: 'Redisson RLock, on a name that was a fenced lock before' },
  ],
  libraryOf: redissonLibraryOf('Redisson RFencedLock'),
  decode(sight) {
    const fencingToken = fencingTokenOf(sight);
    return { ...oneOwner(sight.raw), ...(fencingToken && { fencingToken }) };
  },
});

/** The fencing token that was issued last, where the counter was read. */
export function fencingTokenOf({ raw, companions }: Observation): string | null {
  const value = companions.size > 0 ? companions.get(fenceOf(raw.key))?.value : null;
  return value && /^[1-9]\d{0,18}$/.test(value) ? value : null;
}
