import { defineFormat } from '../core/format';
import { HEX_32 } from '../core/shapes';
import { byToken, oneHolder, releaseString, wholeValue } from '../core/string-lock';

const CHANNEL = 'rlock-channel:';
const UUID_V4 = /^.{12}4.{3}[89ab]/;
const ID = 'redis-lock-py';

/** redis-lock-py: a random UUID as many write it, known by the channel its waiters listen on. */
export const redisLockPy = defineFormat({
  id: ID,
  library: 'redis-lock-py',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, heard }) {
    if (raw.length !== 32 || !heard?.includes(ID)) return null;
    const value = wholeValue(raw) ?? '';
    return HEX_32.test(value) && UUID_V4.test(value) ? 'likely' : null;
  },
  decode: ({ raw }) => oneHolder(raw),
  healthyFloor: null,
  lateUnlock: 'spares',
  channels: {
    pattern: `${CHANNEL}*`,
    channelOf: (key) => `${CHANNEL}${key}`,
    keysOf: (channel) => (channel.startsWith(CHANNEL) ? [channel.slice(CHANNEL.length)] : []),
  },
  release: (act) => releaseString(act, { channel: `${CHANNEL}${act.key}`, message: 'ok' }),
  extend: byToken.extend,
});
