import type { ByteString } from '../../domain/keys/bytes';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { mayBeDrawn } from '../core/shapes';
import { extendString, oneHolder, wholeValue } from '../core/string-lock';

const PREFIX = 'lock:';
const TOKEN = /^[A-Za-z0-9+/]{24}$/;
const SIGNAL_MS = 1_000;

/** python-redis-lock: waiters sleep on a list beside the lock, forever where it has no TTL, so a release must signal. */
export const pythonRedisLock = defineFormat({
  id: 'python-redis-lock',
  library: 'python-redis-lock',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw }) {
    if (raw.length !== 24 || !raw.key.startsWith(PREFIX)) return null;
    const value = wholeValue(raw);
    return value && TOKEN.test(value) && mayBeDrawn(value) ? 'likely' : null;
  },
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: { share: 1 / 3 },
  lateUnlock: 'spares',
  wakesBy: (key) => ({ list: signalOf(key) }),
  release: ({ key, token }) => ({
    script: scripts.releaseStringSignal,
    keys: [key, signalOf(key)],
    args: [token, '', '1', SIGNAL_MS],
  }),
  extend: (act, leaseMs) => extendString(act, leaseMs),
});

function signalOf(key: ByteString): ByteString {
  return `lock-signal:${key.slice(PREFIX.length)}`;
}
