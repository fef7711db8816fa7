import type { Confidence } from '../domain/lock';
import type { RawKey } from '../domain/raw-key';
import { describeUuidNode, parseUuidV1, type UuidV1 } from '../domain/uuid-v1';
import { defineFormat } from './format';
import { mayBeLock, namesOtherSecret } from './shapes';
import { byToken, oneHolder, wholeValue } from './string-lock';

const DAY = 86_400_000;
const YEARS_10 = 3_653 * DAY;
const HOUR = 3_600_000;

/**
 * redis-py's Lock and all that is built on it: `uuid1().hex`, often without TTL. Random digits look like a UUID v1 of the
 * last 30 days once in 2.8 million, of the last ten years once in 23,000.
 */
export const redisPyLock = defineFormat({
  id: 'redis-py-lock',
  library: 'redis-py Lock',
  language: 'Python',
  kind: 'mutex',
  redisType: 'string',
  names: [/qo_[a-z]/, /autoclaim:/],
  recognise({ raw, now, named }) {
    const uuid = tokenOf(raw, now);
    return uuid ? confidenceOf(raw, uuid, now, named) : null;
  },
  alternatives: ({ raw, now }) =>
    now - (tokenOf(raw, now)?.atMs ?? 0) > 30 * DAY ? [{ id: 'node-redlock', library: 'node-redlock' }] : [],
  decode({ raw, now }) {
    const uuid = tokenOf(raw, now);
    if (!uuid) return oneHolder(raw);
    const node = describeUuidNode(uuid.node);
    // The token is made when acquire starts: a holder that had to wait has held for less.
    const since = { atMs: uuid.atMs, atLeast: false, atMost: true };
    return oneHolder(raw, { label: node.host, since, process: { ...node, pid: null } });
  },
  healthyFloor: null,
  ...byToken,
});

/** The token, if its time is one that a holder of today can have. */
function tokenOf(raw: RawKey, now: number): UuidV1 | null {
  const value = wholeValue(raw);
  const uuid = value?.length === 32 ? parseUuidV1(value) : null;
  return uuid && uuid.atMs > now - YEARS_10 && uuid.atMs < now + HOUR ? uuid : null;
}

function confidenceOf(raw: RawKey, uuid: UuidV1, now: number, named: boolean): Confidence | null {
  if (uuid.atMs > now - 30 * DAY) {
    if (named) return 'certain';
    if (namesOtherSecret(raw.key)) return null;
    return raw.ttlMs === 'none' ? 'possible' : 'likely';
  }
  if (named) return 'likely';
  return mayBeLock(raw, false) ? 'possible' : null;
}
