/** How a hold ended, as a history row stores it; `verdict` of an expired hold is the verdict after its deadline. */
type EndedHold = { ended: string | null; verdict: string | null; overrunMs: number | null };

/** Proof that a holder outlived its lease; null = none: only the expiry of the key was seen. */
export type ExpiryProof = 'came-back' | 'lived-on';

/**
 * Whether a hold expired while it was held. `came-back` = its holder used its own token after the deadline, renewed
 * late or released late; `lived-on` = its process was alive. All code that counts or lists such holds uses this
 * function, or its SQL copy (`PROVEN_EXPIRY`).
 */
export function expiryProofOf({ ended, verdict, overrunMs }: EndedHold): ExpiryProof | null {
  if (overrunMs !== null) return 'came-back';
  return ended === 'expired' && verdict === 'alive' ? 'lived-on' : null;
}
