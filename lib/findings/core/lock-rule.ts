import type { HolderVerdict, Severity } from '../../contract/codes';
import type { Evidence } from '../../contract/finding';
import type { LockFindingCode } from '../../contract/finding-codes';
import type { Heartbeat } from '../../contract/holder';
import type { Reason, Renewal } from '../../contract/lock';
import type { LockFacts } from '../../domain/locks/lock-facts';

/** The rule of one finding about a lock. */
export type LockRule<Code extends LockFindingCode> = {
  code: Code;
  severity: Severity;
  /** Pure. */
  detect(observed: Observed, nowMs: number): Detection;
};

/** Input of the rules: the facts about a lock, and what all rules derive from them. */
export type Observed = {
  facts: LockFacts;
  renewal: Renewal;
  /** In the order of the reading's holders. */
  verdicts: readonly HolderVerdict[];
  /** Heartbeats of the holders that are gone. */
  gone: readonly Heartbeat[];
};

/** A rule's answer at one moment. */
type Detection = {
  found: Found | null;
  /**
   * The first moment at which time alone can change the answer, or makes a shown age too old, epoch ms. The rule derives it
   * from the same numbers as the answer, so that the two cannot diverge.
   */
  changesAtMs: number;
};

/** `reason` = values for the reason's text when this finding is the reason of the lock's state. */
type Found = { sinceMs: number; evidence: readonly Evidence[]; reason?: Reason['values'] };

export function found(what: Found, changesAtMs = Number.POSITIVE_INFINITY): Detection {
  return { found: what, changesAtMs };
}

export function notFound(changesAtMs = Number.POSITIVE_INFINITY): Detection {
  return { found: null, changesAtMs };
}

/** The age of a moment, as a value for a text. */
export function agoOf(sinceMs: number, nowMs: number): { agoMs: number } {
  return { agoMs: Math.max(0, nowMs - sinceMs) };
}

/** When a shown age has to be updated. */
export function shownAnewMs(sinceMs: number, nowMs: number): number {
  return nowMs + agoStepMs(nowMs - sinceMs);
}

/** How much a shown age may lag before it is updated: a twentieth of itself. */
export function agoStepMs(agoMs: number): number {
  return Math.max(10_000, agoMs / 20);
}
