import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { bySeenDeadline, oneHolder } from '../core/string-lock';

const UID = /^([A-Za-z0-9][A-Za-z0-9._-]{0,252})-(\d{1,10})-([0-9a-f]{8})$/;
const tokenIn = nameAndValue([12, 280], /(?:^|[^A-Za-z])lock[|/]./, UID);

/** remote_lock: host, pid and an id of the thread, which the thread keeps, so that the deadline tells two holds apart. */
export const remoteLock = defineFormat({
  id: 'remote-lock',
  library: 'remote_lock',
  language: 'Ruby',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: (sight) => (sight.raw.ttlMs !== 'none' && tokenIn(sight) ? 'likely' : null),
  decode({ raw }) {
    const [, host = '', pid, thread = ''] = UID.exec(raw.value ?? '') ?? [];
    const process = { host, pid: Number(pid), instance: null };
    return oneHolder(raw, { tokenReused: true, label: `${host}:${pid} ${thread}`, process, holdCount: null });
  },
  healthyFloor: null,
  lateUnlock: 'deletes',
  ...bySeenDeadline,
});
