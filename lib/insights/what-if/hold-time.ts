import { expiryProofOf } from '../../domain/locks/expired-while-held';
import type { RecordedHold } from '../../history/queries/recorded-locks';

type HoldChange = {
  /** Another lease, ms; null = as recorded. */
  leaseMs: number | null;
  /** Work takes so many times as long. */
  holdFactor: number;
};

/** `expired` = its lease ends while its work goes on. */
type HoldTime = { ms: number; expired: boolean };

/**
 * How long a recorded hold would keep its lock. Work takes `holdFactor` times as long, and what nobody renews ends with the
 * lease. A hold that expired without a sign of its holder is taken to be of a dead one: it keeps the lock until the lease
 * after its last renewal is over, however long its work. `untilMs` = end of a hold that goes on; `renewed` = a watchdog renews.
 */
export function holdTimeOf(
  hold: RecordedHold,
  { leaseMs: otherMs, holdFactor }: HoldChange,
  renewed: boolean,
  untilMs: number,
): HoldTime {
  const recordedMs = Math.max(0, (hold.toMs ?? untilMs) - hold.fromMs);
  const outlived = expiryProofOf(hold) !== null;
  const leaseMs = hold.leaseMs === null ? null : (otherMs ?? hold.leaseMs);
  if (holdFactor === 1 && leaseMs === hold.leaseMs)
    return { ms: recordedMs, expired: hold.ended === 'expired' && outlived };
  if (hold.ended === 'expired' && !outlived)
    return { ms: Math.max(0, recordedMs + (leaseMs ?? 0) - (hold.leaseMs ?? 0)), expired: false };
  const workMs = (recordedMs + (hold.overrunMs ?? 0)) * holdFactor;
  const isCut = leaseMs !== null && !renewed && workMs > leaseMs;
  return { ms: isCut ? leaseMs : workMs, expired: isCut };
}

/** A watchdog renews a lease before half of it is over. */
const RENEWED_BY = 0.5;

/** Whether a watchdog renews these holds: most of those that lasted long enough to see it were renewed. */
export function isRenewed(holds: readonly RecordedHold[]): boolean {
  const long = holds.filter(
    ({ fromMs, toMs, leaseMs }) =>
      leaseMs !== null && (toMs === null || toMs - fromMs >= leaseMs * RENEWED_BY),
  );
  return long.filter(({ renewals }) => renewals > 0).length * 2 > long.length;
}
