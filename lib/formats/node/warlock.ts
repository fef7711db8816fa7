import type { RawKey } from '../../domain/keys/raw-key';
import { parseUuidV1, type UuidV1 } from '../../domain/keys/uuid-v1';
import { defineFormat } from '../core/format';
import { byToken, oneHolder, wholeValue } from '../core/string-lock';
import { isRecentUuid } from './uuid-v1-token';

const TOKEN = /^[A-Za-z0-9+/]{21}[AQgw]==$/;

/** node-redis-warlock: a UUID v1 as base64, made for each attempt, so that its time is that of taking the lock. */
export const warlock = defineFormat({
  id: 'warlock',
  library: 'node-redis-warlock',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise({ raw, now }) {
    const uuid = uuidOf(raw);
    if (!uuid || !isRecentUuid(uuid, now, 'decade')) return null;
    return isRecentUuid(uuid, now, 'month') ? 'certain' : 'likely';
  },
  alternatives: ({ raw, now }) => {
    const uuid = uuidOf(raw);
    return uuid && isRecentUuid(uuid, now, 'month') ? [] : [{ id: 'redsync', library: 'redsync' }];
  },
  decode({ raw }) {
    const uuid = uuidOf(raw);
    if (!uuid) return oneHolder(raw);
    const process = { host: null, pid: null, instance: uuid.node };
    return oneHolder(raw, { since: { atMs: uuid.atMs, atLeast: false }, process });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...byToken,
});

function uuidOf(raw: RawKey): UuidV1 | null {
  if (raw.length !== 24 || raw.ttlMs === 'none' || !raw.key.endsWith(':lock')) return null;
  const value = wholeValue(raw) ?? '';
  return TOKEN.test(value) ? parseUuidV1(hexOf(value)) : null;
}

function hexOf(base64: string): string {
  return [...atob(base64)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}
