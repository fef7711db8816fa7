import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { UUID } from '../core/uuid-shapes';

const VALUE = new RegExp(
  `^ADDED:(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?Z)@(.+?)(?::(${UUID}))?$`,
);

/**
 * ShedLock's Redis providers: time and host in the value, and an id of the hold in newer versions. Those keep the value
 * when they extend; older ones write the time of the extension. A job that ended before its lockAtLeastFor leaves the key with the rest of that time as TTL. Unless
 * safeUpdate is on, the end of a run deletes the key unseen.
 */
export const shedlock = defineFormat({
  id: 'shedlock',
  library: 'ShedLock',
  language: 'Java',
  kind: 'job',
  redisType: 'string',
  names: [/job-lock:/],
  recognise: ({ raw }) => (parse(raw) ? 'certain' : null),
  decode({ raw }) {
    const made = parse(raw);
    if (!made) return oneHolder(raw);
    const { host, atMs, byId } = made;
    const process = { host, pid: null, instance: null };
    return oneHolder(raw, { label: host, process, since: { atMs, atLeast: !byId } });
  },
  healthyFloor: null,
  // Where its KeepAliveLockProvider is used, in the middle of lockAtMostFor.
  mayRenew: { share: 1 / 2 },
  lateUnlock: 'deletes',
  hazards: ['second-run-overlaps', 'cool-down'],
  ...byToken,
});

function parse(raw: RawKey) {
  if (!raw.value?.startsWith('ADDED:')) return null;
  const [, time = '', host = '', id] = VALUE.exec(wholeValue(raw) ?? '') ?? [];
  const atMs = Date.parse(time);
  return Number.isNaN(atMs) ? null : { atMs, host, byId: id !== undefined };
}
