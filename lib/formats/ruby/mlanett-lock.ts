import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat, type Observation } from '../core/format';
import { oneHolder, wholeValue } from '../core/string-lock';
import { timeOf } from '../generic/timestamp-value';

const OWNER = 'lock:owner:';
const HOST_PID = /^([A-Za-z0-9][A-Za-z0-9._-]{0,252}):(\d{1,10})$/;

/**
 * mlanett-redis-lock: host and pid in one key, the deadline in another, both without TTL. A contender deletes both once the
 * deadline has passed.
 */
export const mlanettLock = defineFormat({
  id: 'mlanett-lock',
  library: 'mlanett-redis-lock',
  language: 'Ruby',
  kind: 'timestamp',
  redisType: 'string',
  names: [],
  companions: { of: (raw) => deadlineKeysOf(raw.key), always: true },
  recognise(sight) {
    const { raw } = sight;
    if (raw.length > 264 || !raw.key.includes(OWNER) || !HOST_PID.test(wholeValue(raw) ?? '')) return null;
    return deadlineOf(sight) === null ? 'possible' : 'certain';
  },
  decode(sight) {
    const [label = '', host = '', pid] = HOST_PID.exec(sight.raw.value ?? '') ?? [];
    const process = { host, pid: Number(pid), instance: null };
    return oneHolder(sight.raw, { tokenReused: true, label, process }, deadlineOf(sight));
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  release: ({ key, token, seen }) => ({
    script: scripts.releaseStringBeside,
    keys: [key, ...deadlineKeysOf(key)],
    args: [token, seen.deadlineMs, 'any'],
  }),
});

function deadlineKeysOf(key: ByteString): ByteString[] {
  return key.includes(OWNER) ? [key.replace(OWNER, 'lock:expire:')] : [];
}

function deadlineOf({ raw, companions, now }: Observation): number | null {
  const [name = ''] = deadlineKeysOf(raw.key);
  const deadline: RawKey | undefined = companions.get(name);
  const value = deadline && wholeValue(deadline);
  return value && value.length === 10 ? timeOf(value, now) : null;
}
