import type { Lock, Reason } from '@/lib/contract/lock';
import { goneSinceMs } from '@/lib/domain/holders/judge-holder';

/** The reason with its running figure as it is at `nowMs`: the server sends it only when something happens. */
export function reasonAt(
  lock: Pick<Lock, 'reason' | 'valueDeadlineMs' | 'holders' | 'confirmed'>,
  nowMs: number,
): Reason {
  const { reason, valueDeadlineMs } = lock;
  if (reason.code === 'holder-gone' && nowMs !== 0) {
    const since = lock.holders.flatMap(({ verdict, process }) =>
      verdict === 'gone' && process?.heartbeat ? [goneSinceMs(process.heartbeat)] : [],
    );
    if (since.length > 0)
      return { code: reason.code, values: { agoMs: Math.max(0, nowMs - Math.max(...since)) } };
  }
  if (reason.code === 'unread' && nowMs !== 0)
    return { code: reason.code, values: { agoMs: Math.max(0, nowMs - lock.confirmed.atMs) } };
  if (reason.code !== 'expired-by-value' || valueDeadlineMs === null || nowMs === 0) return reason;
  return { code: reason.code, values: { agoMs: Math.max(0, nowMs - valueDeadlineMs) } };
}
