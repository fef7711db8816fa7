import type { RawKey } from '../../domain/keys/raw-key';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { timeOf } from '../generic/timestamp-value';

const VALUE = /^(\d{10})-(\d{1,10})(?:-[\w.:]{1,40})?$/;

/**
 * PatrickTulskie's redis-lock: deadline, pid and, in newer releases, thread in one value, without TTL. There is no extend:
 * the value is the deadline and the token at once.
 */
export const epochPidLock = defineFormat({
  id: 'epoch-pid-lock',
  library: 'redis-lock (Ruby, PatrickTulskie)',
  language: 'Ruby',
  kind: 'timestamp',
  redisType: 'string',
  names: [],
  recognise: ({ raw, now }) => (/(?:^|:)lock:./.test(raw.key) && parse(raw, now) ? 'likely' : null),
  decode({ raw, now }) {
    const made = parse(raw, now);
    if (!made) return oneHolder(raw);
    const { atMs, pid } = made;
    return oneHolder(raw, { label: `pid ${pid}`, process: { host: null, pid, instance: null } }, atMs);
  },
  healthyFloor: null,
  lateUnlock: 'unknown',
  release: byToken.release,
});

function parse(raw: RawKey, now: number): { atMs: number; pid: number } | null {
  if (raw.length < 12 || raw.length > 64) return null;
  const [, seconds, pid] = VALUE.exec(wholeValue(raw) ?? '') ?? [];
  const atMs = seconds ? timeOf(seconds, now) : null;
  return atMs === null ? null : { atMs, pid: Number(pid) };
}
