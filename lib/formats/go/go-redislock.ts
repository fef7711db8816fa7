import type { ByteString } from '../../domain/keys/bytes';
import { USUAL_FLOOR } from '../../domain/locks/lock-facts';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat, type Observation } from '../core/format';
import { oneHolder, wholeValue } from '../core/string-lock';
import { UUID } from '../core/uuid-shapes';

const TOKEN = new RegExp(`^lock_token:${UUID}$`);

/**
 * jefferyjob/go-redislock: the token is the value, how deep it re-entered is in a key of its own, and a fair lock's waiters
 * are in a sorted set, its holder among them.
 */
export const goRedislock = defineFormat({
  id: 'go-redislock',
  library: 'jefferyjob/go-redislock',
  language: 'Go',
  kind: 'reentrant',
  redisType: 'string',
  names: [],
  companions: {
    of: (raw) => (isToken(wholeValue(raw)) ? companionsOf(raw.key, raw.value ?? '') : []),
    always: true,
    names: {
      shape: /\}:(?:count:lock_token:|queue$)/,
      ownersOf: (key) => {
        const [, lock] = /^(.*\}):(?:count:lock_token:.+|queue)$/s.exec(key) ?? [];
        return lock === undefined ? [] : [lock];
      },
    },
  },
  recognise: ({ raw }) => (isToken(wholeValue(raw)) ? 'certain' : null),
  decode(sight) {
    const { raw } = sight;
    const count = Number(countOf(sight)?.value ?? Number.NaN);
    const queue = sight.companions.get(`${raw.key}:queue`);
    const waiting = (queue?.length ?? 0) - (queue?.members?.some(([member]) => member === raw.value) ? 1 : 0);
    return {
      ...oneHolder(raw, {
        tokenReused: true,
        holdCount: Number.isSafeInteger(count) && count > 0 ? count : null,
      }),
      ...(queue?.type === 'zset' && { queue: { live: waiting, ghosts: 0 } }),
    };
  },
  healthyFloor: null,
  // Its auto-renewal, at a third, is optional.
  mayRenew: USUAL_FLOOR,
  lateUnlock: 'spares',
  release: ({ key, token }) => ({
    script: scripts.releaseStringBeside,
    keys: [key, ...companionsOf(key, token)],
    args: [token, '', 'any', 'member'],
  }),
  extend: ({ key, token }, leaseMs) => ({
    script: scripts.extendStringBeside,
    keys: [key, ...companionsOf(key, token)],
    args: [token, leaseMs, 'any', 'member'],
  }),
});

function isToken(value: ByteString | null): boolean {
  return value?.length === 47 && TOKEN.test(value);
}

function companionsOf(key: ByteString, token: ByteString): ByteString[] {
  return [`${key}:count:${token}`, `${key}:queue`];
}

function countOf({ raw, companions }: Observation) {
  return companions.get(`${raw.key}:count:${raw.value}`);
}
