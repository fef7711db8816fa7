import type { RawKey } from '../../domain/keys/raw-key';
import { scripts } from '../../redis/scripts.generated';
import { defineFormat } from '../core/format';
import { phpProcess } from './phpredis-session';

const COUNT = /^-?\d{1,9}$/;

/**
 * Cm_RedisSession, as in Magento: the lock is a field of the session, which every try of a waiter counts up. The TTL is
 * the session's, so there is no extend; a lock is broken after 30 s anyway.
 */
export const magentoSession = defineFormat({
  id: 'magento-session',
  library: 'Magento session',
  language: 'PHP',
  kind: 'mutex',
  redisType: 'hash',
  names: [],
  recognise: ({ raw }) => (raw.key.includes('sess_') && lockOf(raw) ? 'certain' : null),
  decode({ raw }) {
    const { owner, process, waiters } = lockOf(raw) ?? { owner: '', process: null, waiters: 0 };
    const label = process && `${process.host}:${process.pid}`;
    const holder = { token: owner, tokenUnique: false, label, mode: 'exclusive' as const, holdCount: 1 };
    return {
      holders: [{ ...holder, since: null, process }],
      ttlMs: raw.ttlMs,
      valueDeadlineMs: null,
      queue: { live: waiters, ghosts: 0 },
    };
  },
  healthyFloor: null,
  lateUnlock: 'spares',
  takesMemory: ['release'],
  release: ({ key, token, seen }) => ({
    script: scripts.releaseField,
    keys: [key],
    args: ['lock', '0', 'pid', token, seen.deadlineMs],
  }),
});

function lockOf({ hash }: RawKey) {
  if (!hash) return null;
  const fields = new Map(hash);
  const owner = fields.get('pid') ?? '';
  const process = phpProcess(owner);
  const [lock, wait] = [fields.get('lock') ?? '', fields.get('wait') ?? '0'];
  if (!process || !COUNT.test(lock) || !COUNT.test(wait) || Number(lock) < 1) return null;
  return { owner, process, waiters: Math.max(0, Number(wait)) };
}
