import type { ByteString } from '../../domain/keys/bytes';
import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat, type HolderAction } from '../core/format';
import { oneHolder, wholeValue } from '../core/string-lock';

const LOCK_ID = /^[A-Za-z0-9_-]{22}$/;
const FENCE = /^\d{15,19}$/;

type Value = { lockId: string; acquiredAtMs: number; expiresAtMs: number; key: ByteString; fence: string };

/**
 * SyncGuard: all of it in one JSON object, by the clock of Redis, and a second key that leads from the lock's id to it.
 * The counter of fencing tokens is never touched.
 */
export const syncguard = defineFormat({
  id: 'syncguard',
  library: 'SyncGuard',
  language: 'JavaScript',
  kind: 'fenced',
  redisType: 'string',
  names: [/syncguard:/],
  recognise: ({ raw }) => (partsOf(raw) ? 'certain' : null),
  decode({ raw }) {
    const value = partsOf(raw);
    if (!value) return oneHolder(raw);
    const since = { atMs: value.acquiredAtMs, atLeast: false };
    const held = oneHolder(raw, { token: value.lockId, since }, value.expiresAtMs);
    return { ...held, fencingToken: value.fence };
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  takesMemory: ['extend'],
  release: (act) => ({ script: scripts.releaseJson, keys: keysOf(act), args: ['lockId', act.token] }),
  extend: (act, leaseMs) => ({
    script: scripts.extendJson,
    keys: keysOf(act),
    args: ['lockId', act.token, leaseMs, 'expiresAtMs'],
  }),
});

function partsOf(raw: RawKey): Value | null {
  const text = raw.value?.startsWith('{') ? wholeValue(raw) : null;
  if (!text?.includes('"lockId"')) return null;
  try {
    const value: Record<keyof Value, unknown> = JSON.parse(text);
    const { lockId, acquiredAtMs, expiresAtMs, key, fence } = value;
    if (typeof lockId !== 'string' || typeof key !== 'string' || typeof fence !== 'string') return null;
    if (!LOCK_ID.test(lockId) || !FENCE.test(fence)) return null;
    if (!isTime(acquiredAtMs) || !isTime(expiresAtMs)) return null;
    return { lockId, acquiredAtMs, expiresAtMs, key, fence };
  } catch {
    return null; // not JSON, so not ours
  }
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** The lock and, where its name tells the prefix, the key that leads to it: a long name has a hash in place of the key. */
function keysOf({ key, token, sight }: HolderAction): ByteString[] {
  const own = partsOf(sight.raw)?.key ?? '';
  const tail = key.endsWith(own) ? own.length : /(?:^|:)[0-9a-f]{24}$/.test(key) ? 24 : null;
  return tail === null ? [key] : [key, `${key.slice(0, key.length - tail)}id:${token}`];
}
