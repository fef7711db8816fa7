/** How a hold ended, as a row of history has it; `verdict` of an expired one is what was known after its deadline. */
export type EndedHold = { ended: string | null; verdict: string | null; overrunMs: number | null };

/** What proves that a holder outlived its lease; null = nothing does: the key ran out, and that is all that was seen. */
export type ExpiryProof = 'came-back' | 'lived-on';

/**
 * Whether a hold expired while it was held: `came-back` = its holder showed itself after the deadline, by its own token, by a
 * late renewal or by a late release; `lived-on` = its process did. Everything that counts or lists such holds asks this, or
 * its copy for the database (`PROVEN_EXPIRY`).
 */
export function expiryProofOf({ ended, verdict, overrunMs }: EndedHold): ExpiryProof | null {
  if (overrunMs !== null) return 'came-back';
  return ended === 'expired' && verdict === 'alive' ? 'lived-on' : null;
}
