import { forcedKeyOf } from '../domain/forced';
import { mutexChannelOf, parseMutexToken } from '../domain/mutex-token';
import { defineFormat } from './format';
import { extendString, oneHolder, releaseString, wholeValue } from './string-lock';

/** Our own mutex: SET NX PX with a token that names its process, watchdog at a third of the lease. */
export const lockscopeMutex = defineFormat({
  id: 'lockscope-mutex',
  library: 'Lockscope mutex',
  language: 'TypeScript',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: (raw) => (parseMutexToken(wholeValue(raw) ?? '') ? 'certain' : null),
  decode(raw) {
    const made = parseMutexToken(raw.value ?? '');
    const process = made && { host: made.host, pid: made.pid, instance: made.processId };
    return oneHolder(raw, { label: made && `${made.host}:${made.pid}`, process });
  },
  healthyFloor: 2 / 3,
  channel: mutexChannelOf,
  release: (key, token) => releaseString(key, token, '', mutexChannelOf(key), forcedKeyOf(key, token)),
  extend: (key, token, leaseMs) => extendString(key, token, leaseMs, ''),
});
