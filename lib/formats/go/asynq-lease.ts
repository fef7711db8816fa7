import type { RawKey } from '../../domain/keys/raw-key';
import { type DecodedHolder, defineFormat } from '../core/format';

const SECONDS = /^\d{10}$/;

/**
 * asynq's leases on the tasks that run: the worker renews its own every few seconds, and a recoverer enqueues again the
 * tasks whose lease ended. There is no release: a task without lease is never recovered.
 */
export const asynqLease = defineFormat({
  id: 'asynq-lease',
  library: 'asynq running tasks',
  language: 'Go',
  kind: 'job',
  redisType: 'zset',
  names: [/\}:lease/],
  recognise: ({ raw }) => (isLease(raw) ? 'likely' : null),
  decode({ raw, now }) {
    const holders = (raw.members ?? []).map(([token, score]): DecodedHolder => {
      const ttlMs = Math.max(0, score * 1000 - now);
      return {
        token,
        tokenUnique: true,
        label: null,
        mode: 'exclusive',
        holdCount: 1,
        since: null,
        process: null,
        ttlMs,
      };
    });
    const first = raw.members?.[0]?.[1];
    const valueDeadlineMs = first === undefined ? null : first * 1000;
    return { holders, ttlMs: raw.ttlMs, valueDeadlineMs };
  },
  healthyFloor: null,
  lateUnlock: 'unknown',
});

function isLease({ type, key, members }: RawKey): boolean {
  if (type !== 'zset' || !key.endsWith('}:lease') || !key.includes('asynq:{')) return false;
  if (!members || members.length === 0) return false;
  return members.every(([, score]) => SECONDS.test(String(score)));
}
