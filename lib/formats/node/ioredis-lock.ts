import type { RawKey } from '../../domain/keys/raw-key';
import { parseUuidV1, type UuidV1 } from '../../domain/keys/uuid-v1';
import { defineFormat } from '../core/format';
import { mayBeLock, tokenUnderName } from '../core/shapes';
import { bySeenDeadline, oneHolder, wholeValue } from '../core/string-lock';
import { isRecentUuid } from './uuid-v1-token';

/**
 * ioredis-lock and redislock: a UUID v1 that is made with the Lock object and kept for all its holds. Node's uuid draws
 * the node by lot and marks it so; one with the address of a network card is another library's.
 */
export const ioredisLock = defineFormat({
  id: 'ioredis-lock',
  library: 'ioredis-lock',
  language: 'JavaScript',
  kind: 'mutex',
  redisType: 'string',
  names: [],
  recognise(sight) {
    const { raw, now, named } = sight;
    const uuid = uuidOf(raw);
    if (!uuid || !isRecentUuid(uuid, now, 'decade') || !mayBeLock(raw, named)) return null;
    return named && isRecentUuid(uuid, now, 'month') ? 'likely' : tokenUnderName(sight);
  },
  alternatives: () => [
    { id: 'redislock', library: 'redislock (Node)' },
    { id: 'hand-written', library: 'hand-written SET NX PX' },
  ],
  decode({ raw }) {
    const uuid = uuidOf(raw);
    if (!uuid) return oneHolder(raw);
    const since = { atMs: uuid.atMs, atLeast: false, atMost: true };
    return oneHolder(raw, { since, process: { host: null, pid: null, instance: uuid.node } });
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  ...bySeenDeadline,
});

function uuidOf(raw: RawKey): UuidV1 | null {
  const value = raw.ttlMs !== 'none' && raw.length === 36 ? wholeValue(raw) : null;
  const uuid = value === null ? null : parseUuidV1(value);
  return uuid && Number.parseInt(uuid.node.slice(0, 2), 16) & 1 ? uuid : null;
}
