import {
  fairChannelOf,
  fairDeadlinesOf,
  fairQueueOf,
  keysOfFairName,
} from '../../domain/keys/redisson-names';
import { type Decoded, defineFormat, type Observation, type QueuePlace } from '../core/format';
import { fencingTokenOf } from './redisson-fenced-lock';
import { isOwner, oneOwner, onlyOwnerOf, redissonHash } from './redisson-hash';
import { redissonLibraryOf } from './redisson-internal';

const ID = 'redisson-fair-lock';

/**
 * An RLock with a queue beside it; one that nobody ever waited for cannot be told from it. While nobody has it only the
 * queue is there, and everybody but its head is refused.
 */
export const redissonFairLock = defineFormat({
  ...redissonHash,
  id: ID,
  library: 'Redisson RFairLock',
  ours: 'Lockscope fair lock',
  kind: 'fair',
  companions: {
    of: (raw) =>
      raw.type === 'none' || onlyOwnerOf(raw) ? [fairQueueOf(raw.key), fairDeadlinesOf(raw.key)] : [],
    names: { shape: /redisson_lock_(?:queue|timeout):/, ownersOf: keysOfFairName },
  },
  channels: { ...redissonHash.channels, waiterChannelOf: fairChannelOf },
  recognise(sight) {
    const { raw, companions, was } = sight;
    if ((companions.size === 0 && was !== ID) || !onlyOwnerOf(raw)) return null;
    return was === ID || queueOf(sight) ? 'likely' : null;
  },
  recogniseFree({ raw, companions, was }) {
    const queue = fairQueueOf(raw.key);
    const { type, items } = companions.get(queue) ?? {};
    if (type !== 'list' || !items?.length || !items.every(isOwner)) return null;
    // `x` and `{x}` have one queue: it is that of the likelier, unless the other was seen to have it.
    return was === ID || keysOfFairName(queue)[0] === raw.key ? 'likely' : null;
  },
  alternatives: () => [
    { id: 'redisson-non-reentrant-fair-lock', library: 'Redisson non-reentrant fair lock' },
    { id: 'lockscope-fair', library: 'Lockscope fair lock' },
  ],
  libraryOf: redissonLibraryOf('Redisson RFairLock'),
  waiterProcessOf: (token) => ({ host: null, pid: null, instance: token.slice(0, token.indexOf(':')) }),
  decode(sight) {
    const queue = queueOf(sight);
    const fencingToken = fencingTokenOf(sight);
    return { ...oneOwner(sight.raw), ...(queue && { queue }), ...(fencingToken && { fencingToken }) };
  },
});

/** Who waits: a place whose deadline has passed is dropped by the next to ask, and one without a deadline never is. */
function queueOf({ raw, companions, now }: Observation): Decoded['queue'] | null {
  if (companions.size === 0) return null;
  const list = companions.get(fairQueueOf(raw.key));
  if (list?.type !== 'list') return null;
  const deadlines = new Map(companions.get(fairDeadlinesOf(raw.key))?.members ?? []);
  const places = (list.items ?? []).map((token): QueuePlace => {
    const deadlineMs = deadlines.get(token) ?? null;
    return { token, deadlineMs, ghost: deadlineMs !== null && deadlineMs <= now };
  });
  const ghosts = places.filter(({ ghost }) => ghost).length;
  return { live: list.length - ghosts, ghosts, places };
}
