import type { Lock, Reason } from '@/lib/domain/lock';

/** The reason with its running figure as it is at `nowMs`: the server sends it only when something happens. */
export function reasonAt(lock: Pick<Lock, 'reason' | 'valueDeadlineMs'>, nowMs: number): Reason {
  const { reason, valueDeadlineMs } = lock;
  if (reason.code !== 'expired-by-value' || valueDeadlineMs === null || nowMs === 0) return reason;
  return { code: reason.code, values: { agoMs: Math.max(0, nowMs - valueDeadlineMs) } };
}
