import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { USUAL_FLOOR } from '../../domain/locks/lock-facts';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat, type Observation } from '../core/format';
import { oneHolder, wholeValue } from '../core/string-lock';

/**
 * jefferyjob/go-redislock's fair lock: the value is a request id of the caller's, and a sorted set has all requests by the
 * second in which they came, the holder's among them. Only its head may take the lock, so a release takes out both. A
 * request that waits too long is dropped, after a time that only its caller knows.
 */
export const goRedislockFair = defineFormat({
  id: 'go-redislock-fair',
  library: 'jefferyjob/go-redislock FairLock',
  language: 'Go',
  kind: 'fair',
  redisType: 'string',
  names: [],
  companions: {
    of: ({ key }) => (key.endsWith('}') ? [queueOf(key)] : []),
    always: true,
    names: {
      shape: /\}:queue$/,
      ownersOf: (key) => (key.endsWith('}:queue') ? [key.slice(0, -':queue'.length)] : []),
    },
  },
  recognise: (sight) => (requestsOf(sight) ? 'certain' : null),
  decode(sight) {
    const others = (requestsOf(sight) ?? []).filter((member) => member !== sight.raw.value);
    const places = others.map((token) => ({ token, deadlineMs: null, ghost: false }));
    return {
      ...oneHolder(sight.raw, { tokenReused: true }),
      queue: { live: places.length, ghosts: 0, places },
    };
  },
  healthyFloor: null,
  // Its auto-renewal, at a third, is optional.
  mayRenew: USUAL_FLOOR,
  lateUnlock: 'spares',
  release: ({ key, token }) => ({
    script: scripts.releaseStringBeside,
    keys: [key, queueOf(key)],
    args: [token, '', 'member'],
  }),
  // The queue has a TTL of its own: without it the holder would lose its place before the lock.
  extend: ({ key, token }, leaseMs) => ({
    script: scripts.extendStringBeside,
    keys: [key, queueOf(key)],
    args: [token, leaseMs, 'any'],
  }),
});

const queueOf = (key: ByteString) => `${key}:queue`;

/** All requests in their order, the holder's among them; null when this is no such lock. */
function requestsOf({ raw, companions }: Observation): ByteString[] | null {
  if (!raw.key.endsWith('}') || raw.ttlMs === 'none') return null;
  const queue: RawKey | undefined = companions.get(queueOf(raw.key));
  const members = queue?.type === 'zset' ? queue.members : null;
  const holder = wholeValue(raw);
  return members?.some(([member]) => member === holder) ? members.map(([member]) => member) : null;
}
