import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat, type Observation } from '../core/format';
import { HEX_32 } from '../core/shapes';
import { bySeenDeadline, byToken, oneHolder, wholeValue } from '../core/string-lock';

const NAME = 'rq:scheduler-lock:';
const PID = /^[1-9]\d{0,9}$/;

/**
 * RQ's scheduler of a queue: its name, whose record tells host and pid, or in RQ 2.9 and older its bare pid, which another
 * container's may equal. RQ 3 takes a lock again that it finds gone.
 */
export const rqSchedulerLock = defineFormat({
  id: 'rq-scheduler-lock',
  library: 'RQ scheduler',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  companions: { of: recordsOf, always: true },
  recognise({ raw }) {
    if (raw.length > 32 || !raw.key.includes(NAME)) return null;
    const value = wholeValue(raw) ?? '';
    if (HEX_32.test(value)) return 'certain';
    return PID.test(value) ? 'likely' : null;
  },
  decode(sight) {
    const value = sight.raw.value ?? '';
    if (value.length < 32) {
      return oneHolder(sight.raw, {
        tokenUnique: false,
        label: `pid ${value}`,
        process: { host: null, pid: Number(value), instance: null },
      });
    }
    const { host, pid } = recordOf(sight);
    return oneHolder(sight.raw, { tokenReused: true, label: host, process: { host, pid, instance: value } });
  },
  healthyFloor: { ms: 55_000, always: true },
  lateUnlock: 'deletes',
  hazards: ['key-re-created'],
  release: (act) => (act.holder.tokenUnique ? byToken : bySeenDeadline).release(act),
  extend: (act, leaseMs) => (act.holder.tokenUnique ? byToken : bySeenDeadline).extend(act, leaseMs),
});

function recordsOf(raw: RawKey): ByteString[] {
  const at = raw.length === 32 ? raw.key.indexOf(NAME) : -1;
  return at < 0 ? [] : [`${raw.key.slice(0, at)}rq:scheduler:${wholeValue(raw) ?? ''}`];
}

function recordOf({ raw, companions }: Observation): { host: string | null; pid: number | null } {
  const [name = ''] = recordsOf(raw);
  const fields = new Map(companions.get(name)?.hash ?? []);
  const pid = fields.get('pid') ?? '';
  return { host: fields.get('hostname') ?? null, pid: PID.test(pid) ? Number(pid) : null };
}
