import type { ByteString } from '../../domain/keys/bytes';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { extendString, oneHolder } from '../core/string-lock';
import { uniqidTime } from './php-uniqid';

const NAME = /((?:^|:)lock:)name:/;
const tokenIn = nameAndValue([13, 13], NAME, /^[67][0-9a-f]{12}$/);
const WAKE_MS = 60_000;

/** TYPO3's locking strategy for Redis (b13/distributed-locks): waiters sleep on a list until the TTL they read is over. */
export const typo3Lock = defineFormat({
  id: 'typo3-lock',
  library: 'TYPO3',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'string',
  names: [/lock:name:/],
  recognise: (sight) => (sight.raw.ttlMs !== 'none' && uniqidTime(tokenIn(sight) ?? '') ? 'likely' : null),
  decode({ raw }) {
    const atMs = uniqidTime(raw.value ?? '');
    return oneHolder(raw, { since: atMs === null ? null : { atMs, atLeast: false, atMost: true } });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  wakesBy: (key) => ({ list: queueOf(key) }),
  release: ({ key, token }) => ({
    script: scripts.releaseStringSignal,
    keys: [key, queueOf(key)],
    args: [token, '', token, WAKE_MS],
  }),
  extend: (act, leaseMs) => extendString(act, leaseMs),
});

function queueOf(key: ByteString): ByteString {
  return key.replace(NAME, '$1mutex:');
}
