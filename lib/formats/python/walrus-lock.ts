import type { ByteString } from '../../domain/keys/bytes';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { extendString, oneHolder, wholeValue } from '../core/string-lock';

const PREFIX = 'lock:';
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what raw bytes are told by
const NO_TEXT = /[\x00-\x08\x0e-\x1f\x80-\xff]/;

/** walrus: 32 raw bytes, and a list that waiters sleep on, which stays for good with one item at most. */
export const walrusLock = defineFormat({
  id: 'walrus-lock',
  library: 'walrus',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw }) {
    if (raw.length !== 32 || !raw.key.startsWith(PREFIX)) return null;
    return NO_TEXT.test(wholeValue(raw) ?? '') ? 'likely' : null;
  },
  alternatives: () => [{ id: 'hand-written', library: 'hand-written SET NX PX' }],
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  wakesBy: (key) => ({ list: eventsOf(key) }),
  release: ({ key, token }) => ({
    script: scripts.releaseStringSignal,
    keys: [key, eventsOf(key)],
    args: [token, '', '1', ''],
  }),
  extend: (act, leaseMs) => extendString(act, leaseMs),
});

function eventsOf(key: ByteString): ByteString {
  return `lock.event:${key.slice(PREFIX.length)}`;
}
