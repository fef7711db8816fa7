import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat, type Observation } from '../core/format';
import { tokenUnderName } from '../core/shapes';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';

const TOKEN = /^[0-9a-f]{40}$/;

/**
 * redlock4j: 20 random bytes as hex, as in the first description of Redlock, so that others write it too. Its fair lock
 * has a queue beside it, where the holder's own place has another token: that stays, and lapses after twice the lease.
 */
export const redlock4j = defineFormat({
  id: 'redlock4j',
  library: 'redlock4j',
  language: 'Java',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  companions: { of: (raw) => (tokenOf(raw) ? [queueOf(raw.key)] : []), always: true },
  recognise(sight) {
    if (!tokenOf(sight.raw) || !sight.named) return null;
    return placesOf(sight) === null ? tokenUnderName(sight) : 'likely';
  },
  alternatives: () => [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  decode(sight) {
    const places = placesOf(sight);
    return { ...oneHolder(sight.raw), ...(places !== null && { queue: { live: places - 1, ghosts: 0 } }) };
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});

function tokenOf(raw: RawKey): ByteString | null {
  const value = raw.length === 40 && raw.ttlMs !== 'none' ? wholeValue(raw) : null;
  return value && TOKEN.test(value) ? value : null;
}

const queueOf = (key: ByteString) => `${key}:queue`;

/** Places in the queue, the holder's own among them; null when there is no queue. */
function placesOf({ raw, companions }: Observation): number | null {
  const queue = companions.get(queueOf(raw.key));
  if (!queue?.members?.length) return null;
  return queue.members.every(([member]) => TOKEN.test(member)) ? queue.length : null;
}
