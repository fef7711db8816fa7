import { forcedKeyOf } from '../../domain/keys/forced';
import { keysOfMutexChannel, mutexChannelOf, parseMutexToken } from '../../domain/keys/mutex-token';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, releaseString, wholeValue } from '../core/string-lock';

/** Our own mutex: SET NX PX with a token that names its process, watchdog at a third of the lease. */
export const lockscopeMutex = defineFormat({
  id: 'lockscope-mutex',
  library: 'Lockscope mutex',
  language: 'TypeScript',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: ({ raw }) => (parseMutexToken(wholeValue(raw) ?? '') ? 'certain' : null),
  decode({ raw }) {
    const made = parseMutexToken(raw.value ?? '');
    const process = made && { host: made.host, pid: made.pid, instance: made.processId };
    return oneHolder(raw, { label: made && `${made.host}:${made.pid}`, process });
  },
  healthyFloor: { share: 2 / 3 },
  lateUnlock: 'spares',
  channels: {
    pattern: 'lockscope_lock__channel:*',
    channelOf: mutexChannelOf,
    keysOf: keysOfMutexChannel,
  },
  release: (act) =>
    releaseString(act, { channel: mutexChannelOf(act.key), forcedKey: forcedKeyOf(act.key, act.token) }),
  extend: byToken.extend,
});
