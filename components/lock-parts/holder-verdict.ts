import type { EvidenceCode } from '@/lib/contract/codes';
import type { Evidence } from '@/lib/contract/finding';
import type { Holder } from '@/lib/contract/holder';
import type { Lock } from '@/lib/contract/lock';
import { type Life, lifeOf } from './holder-life';

/**
 * Why the verdict is as it is. `stuck` = lives and does not renew; `stopped` = it stopped renewing, and no more is known;
 * `over` = its own lease ended; `unread` = the lock itself is unknown now; `quarantined` = an operator's token is in its place.
 */
export type VerdictReason = Life | 'stuck' | 'stopped' | 'over' | 'unread' | 'quarantined';

/** Whether the holder of a lock lives, as far as anything shows; `quarantined` = an operator has it. */
export type Verdict = 'gone' | 'alive' | 'unknown' | 'quarantined';

const VERDICTS = {
  beating: 'alive',
  renewing: 'alive',
  overstaying: 'alive',
  stuck: 'alive',
  silent: 'gone',
  ended: 'gone',
  lapsed: 'gone',
  stopped: 'unknown',
  over: 'unknown',
  unread: 'unknown',
  unknown: 'unknown',
  quarantined: 'quarantined',
} satisfies Record<VerdictReason, Verdict>;

/** The lines that decide, the first that there is. */
const DECIDING: Record<VerdictReason, readonly EvidenceCode[]> = {
  beating: ['heartbeat', 'heartbeat-late'],
  stuck: ['heartbeat', 'heartbeat-late'],
  renewing: ['renewed'],
  overstaying: ['overstayed', 'renewed'],
  silent: ['heartbeat-gone', 'heartbeat-late'],
  ended: ['heartbeat-ended'],
  lapsed: ['heartbeat-lapsed'],
  stopped: ['renewal-late'],
  over: ['own-lease-over'],
  unread: ['node-silent', 'unread'],
  quarantined: [],
  unknown: ['heartbeat-missing', 'heartbeat-denied', 'heartbeat-unreadable', 'never-renewed'],
};

/** A lock and the one of its holders that is judged. */
export type JudgedHolder = { lock: Lock; holder: Holder };

/** Why the verdict on this holder is as it is. Pure. */
export function verdictReasonOf({ lock, holder }: JudgedHolder): VerdictReason {
  const life = lifeOf(holder);
  const isAlone = lock.holders.length === 1;
  if (life === 'unknown' && lock.state === 'unknown') return 'unread';
  if (holder.quarantine) return 'quarantined';
  if (life === 'unknown' && !isAlone && holder.ttlMs === 0) return 'over';
  const isLate = isAlone && lock.reason.code === 'renewal-late';
  if (life === 'beating' && isLate) return 'stuck';
  return life === 'unknown' && isLate ? 'stopped' : life;
}

export function verdictFor(reason: VerdictReason): Verdict {
  return VERDICTS[reason];
}

export function verdictOf(of: JudgedHolder): Verdict {
  return verdictFor(verdictReasonOf(of));
}

/** The line of evidence that decides; null = there is none. */
export function decidingEvidence(evidence: readonly Evidence[], reason: VerdictReason): Evidence | null {
  return evidence.find(({ code }) => DECIDING[reason].includes(code)) ?? null;
}
