import { defineFormat } from '../core/format';
import { nameAndValue } from '../core/name-and-value';
import { byToken, oneHolder } from '../core/string-lock';

const HOST_PID = /^([A-Za-z0-9][A-Za-z0-9._-]{0,252}):(\d{1,10})$/;
const tokenIn = nameAndValue([3, 264], /resque_scheduler_(?:master|leader)_lock$/, HOST_PID);

/** The one scheduler of resque-scheduler, or of node-resque, which calls it leader. Renewed every few seconds. */
export const resqueLeader = defineFormat({
  id: 'resque-leader',
  library: 'resque-scheduler',
  language: 'Ruby',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise: (sight) => (tokenIn(sight) ? 'certain' : null),
  libraryOf: ({ raw }) => (raw.key.endsWith('leader_lock') ? 'node-resque' : null),
  decode({ raw }) {
    const [label = '', host = '', pid] = HOST_PID.exec(raw.value ?? '') ?? [];
    return oneHolder(raw, { tokenReused: true, label, process: { host, pid: Number(pid), instance: null } });
  },
  healthyFloor: { ms: 150_000, always: true },
  lateUnlock: 'spares',
  ...byToken,
});
