import type { RawKey } from '../../domain/keys/raw-key';
import { describeUuidNode, parseUuidV1, type UuidV1 } from '../../domain/keys/uuid-v1';
import type { Decoded } from '../core/format';
import { oneHolder, wholeValue } from '../core/string-lock';

const DAY = 86_400_000;
const YEARS_10 = 3_653 * DAY;
const HOUR = 3_600_000;

/**
 * The token of redis-py's Lock, `uuid1().hex`, if its time is one that a holder of today can have. Random digits look like
 * one of the last 30 days once in 2.8 million, of the last ten years once in 23,000.
 */
export function redisPyToken(raw: RawKey, now: number): UuidV1 | null {
  if (raw.length !== 32) return null;
  const value = wholeValue(raw);
  const uuid = value ? parseUuidV1(value) : null;
  return uuid && uuid.atMs > now - YEARS_10 && uuid.atMs < now + HOUR ? uuid : null;
}

/** Whether the token is so young that random digits would hardly look like it. */
export function isRecent({ atMs }: UuidV1, now: number): boolean {
  return atMs > now - 30 * DAY;
}

/** Reading of a lock with such a token. */
export function decodeRedisPy(raw: RawKey, now: number, label?: string | null): Decoded {
  const uuid = redisPyToken(raw, now);
  if (!uuid) return oneHolder(raw);
  const node = describeUuidNode(uuid.node);
  // The token is made when acquire starts: a holder that had to wait has held for less.
  const since = { atMs: uuid.atMs, atLeast: false, atMost: true };
  return oneHolder(raw, { label: label ?? node.host, since, process: { ...node, pid: null } });
}
