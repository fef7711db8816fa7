import type { HolderVerdict } from '../../contract/codes';
import type { Heartbeat } from '../../contract/holder';
import type { Renewal } from '../../contract/lock';
import { BEAT_MS, GONE_AFTER_MS } from '../keys/process-record';
import { isLate } from './judge-renewal';

/** Age of a heartbeat, in periods, above which it is late. */
const LATE_BEATS = 1.4;
/** A live process rewrites its record within one period and this slack, ms. */
const REWRITE_SLACK_MS = 2_000;

/**
 * State of a heartbeat when it was read. `silent`: none for so long that the process is gone, or paused, which looks
 * the same. `ended`: the record is gone and was not rewritten. `missing`: gone too recently to decide. `untold`:
 * nothing is known.
 */
export type HeartbeatState = 'beating' | 'late' | 'silent' | 'ended' | 'missing' | 'untold';

/** Heartbeat age above which a process counts as gone, ms: more than one further heartbeat was due by then. */
export function goneAfterMs(beatMs: number | null): number {
  return Math.max(GONE_AFTER_MS, 3 * (beatMs ?? BEAT_MS));
}

/** Time within which a live process rewrites a record that disappeared, ms. */
export function rewriteMs(beatMs: number | null): number {
  return Math.max(BEAT_MS, beatMs ?? BEAT_MS) + REWRITE_SLACK_MS;
}

/** The heartbeat's state when it was read; the time that has passed since then proves nothing. Pure. */
export function heartbeatStateOf(heartbeat: Heartbeat | null): HeartbeatState {
  if (!heartbeat) return 'untold';
  const { record, lastMs, beatMs, sinceMs, known } = heartbeat;
  if (record === 'deleted' || record === 'lapsed') {
    return known.atMs - sinceMs >= rewriteMs(beatMs) ? 'ended' : 'missing';
  }
  if (record !== 'present' || lastMs === null) return 'untold';
  const ageMs = known.atMs - lastMs;
  if (ageMs > goneAfterMs(beatMs)) return 'silent';
  return ageMs > (beatMs ?? BEAT_MS) * LATE_BEATS ? 'late' : 'beating';
}

/** When the heartbeat reading becomes too old to judge by, epoch ms; Infinity when there is none or it already is. */
export function verdictChangesAtMs(heartbeat: Heartbeat | null, nowMs: number): number {
  const untilMs = heartbeat ? heartbeat.known.atMs + goneAfterMs(heartbeat.beatMs) : nowMs;
  return untilMs > nowMs ? untilMs : Number.POSITIVE_INFINITY;
}

/** When a gone holder gave its last sign of life, epoch ms. */
export function goneSinceMs({ lastMs, sinceMs }: Heartbeat): number {
  return lastMs ?? sinceMs;
}

/** Whether a verdict means that the holder's process is alive. */
export function lives(verdict: HolderVerdict | null): boolean {
  return verdict === 'alive' || verdict === 'overstaying';
}

/**
 * Whether a holder is alive. A timely heartbeat proves it, and so does a renewal that is not overdue; a missing renewal
 * proves nothing. A stopped heartbeat proves the holder gone unless it was seen to renew since. `renewal` = null where
 * renewals cannot be attributed to this holder. Pure.
 */
export function holderVerdict(
  heartbeat: Heartbeat | null,
  renewal: Renewal | null,
  nowMs: number,
): HolderVerdict {
  const renewedMs = renewal && renewal.periodMs !== null ? renewal.lastAtMs : null;
  const renews = renewal !== null && renewedMs !== null && !isLate(renewal);
  const recent = heartbeat !== null && Math.abs(nowMs - heartbeat.known.atMs) < goneAfterMs(heartbeat.beatMs);
  const pulse = recent ? heartbeatStateOf(heartbeat) : 'untold';
  if (pulse === 'beating' || pulse === 'late') return 'alive';
  if (heartbeat && (pulse === 'silent' || pulse === 'ended')) {
    const { lastMs, sinceMs, beatMs, known } = heartbeat;
    const patienceMs = goneAfterMs(beatMs);
    const stoppedMs = pulse === 'ended' ? sinceMs : (lastMs ?? sinceMs) + patienceMs;
    // It went on renewing without heartbeats, so they prove nothing about this holder.
    if (renewedMs !== null && renewedMs > stoppedMs) return renews ? 'alive' : 'unknown';
    const seenSince = pulse === 'silent' && renews && known.atMs - (renewedMs ?? 0) <= patienceMs;
    return seenSince ? 'alive' : 'gone';
  }
  return renews ? 'alive' : 'unknown';
}
