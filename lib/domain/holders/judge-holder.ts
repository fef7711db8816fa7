import type { HolderVerdict } from '../../contract/codes';
import type { Heartbeat } from '../../contract/holder';
import type { Renewal } from '../../contract/lock';
import { BEAT_MS, GONE_AFTER_MS } from '../keys/process-record';
import { isLate } from './judge-renewal';

/** From how many periods on a heartbeat is late. */
const LATE_BEATS = 1.4;
/** A process that lives writes its record anew within one period and this. */
const REWRITE_SLACK_MS = 2_000;

/**
 * How a heartbeat stood when it was read. `silent`: none for so long that the process is gone, or paused, which looks the
 * same. `ended`: the record is gone and was not written again. `missing`: gone, too lately to say. `untold`: nothing is known.
 */
export type HeartbeatState = 'beating' | 'late' | 'silent' | 'ended' | 'missing' | 'untold';

/** Time after its last heartbeat from which a process counts as gone, ms: more than one more was due. */
export function goneAfterMs(beatMs: number | null): number {
  return Math.max(GONE_AFTER_MS, 3 * (beatMs ?? BEAT_MS));
}

/** Time after which a record that went away would have been written again by a process that lives, ms. */
export function rewriteMs(beatMs: number | null): number {
  return Math.max(BEAT_MS, beatMs ?? BEAT_MS) + REWRITE_SLACK_MS;
}

/** The pulse at the moment of the reading: that time has passed since proves nothing. Pure. */
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

/** When the reading of a heartbeat is too old to judge by, epoch ms; infinite where there is none that could be. */
export function verdictChangesAtMs(heartbeat: Heartbeat | null, nowMs: number): number {
  const untilMs = heartbeat ? heartbeat.known.atMs + goneAfterMs(heartbeat.beatMs) : nowMs;
  return untilMs > nowMs ? untilMs : Number.POSITIVE_INFINITY;
}

/** Since when a holder that is gone gave no sign of life, epoch ms. */
export function goneSinceMs({ lastMs, sinceMs }: Heartbeat): number {
  return lastMs ?? sinceMs;
}

/** Whether a verdict says that the holder's process lives. */
export function lives(verdict: HolderVerdict | null): boolean {
  return verdict === 'alive' || verdict === 'overstaying';
}

/**
 * Whether a holder lives. A heartbeat in time proves it, and so does a renewal that is not overdue; a missing renewal
 * proves nothing. A heartbeat that stopped proves it gone unless it was seen to renew since. `renewal` = null where renewals
 * cannot be told to be this holder's. Pure.
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
    // It went on renewing without heartbeats: they tell nothing about this one.
    if (renewedMs !== null && renewedMs > stoppedMs) return renews ? 'alive' : 'unknown';
    const seenSince = pulse === 'silent' && renews && known.atMs - (renewedMs ?? 0) <= patienceMs;
    return seenSince ? 'alive' : 'gone';
  }
  return renews ? 'alive' : 'unknown';
}
