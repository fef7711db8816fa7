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

/** What rules look at: what is known of a lock, and what follows from it for all of them. */
export type Observed = {
  facts: LockFacts;
  renewal: Renewal;
  /** Of the holders of the reading, in their order. */
  verdicts: readonly HolderVerdict[];
  /** Heartbeats of the holders that are gone. */
  gone: readonly Heartbeat[];
};

/** What a rule says at one moment. */
export type Detection = {
  found: Found | null;
  /**
   * The first moment at which time alone can change the answer, or makes an age that it shows too old, epoch ms. The same
   * number decides what is found: a second copy of it would sooner or later be another.
   */
  changesAtMs: number;
};

/** `reason` = values of its words where it is the reason of the lock's state. */
type Found = { sinceMs: number; evidence: readonly Evidence[]; reason?: Reason['values'] };

export function found(what: Found, changesAtMs = Number.POSITIVE_INFINITY): Detection {
  return { found: what, changesAtMs };
}

export function notFound(changesAtMs = Number.POSITIVE_INFINITY): Detection {
  return { found: null, changesAtMs };
}

/** How long ago a moment is, as a value of words. */
export function agoOf(sinceMs: number, nowMs: number): { agoMs: number } {
  return { agoMs: Math.max(0, nowMs - sinceMs) };
}

/** When a shown age is shown anew. */
export function shownAnewMs(sinceMs: number, nowMs: number): number {
  return nowMs + agoStepMs(nowMs - sinceMs);
}

/** How old a shown age may get before it is shown anew: a twentieth of itself. */
export function agoStepMs(agoMs: number): number {
  return Math.max(10_000, agoMs / 20);
}
