/**
 * Why a lease was lost. `absent`: the key is gone; `taken`: another has it; `force-released`: somebody freed it with
 * Lockscope; `expired`: its time passed here without a renewal, whatever Redis says; `max-hold-time`: it was held longer
 * than the caller allows; `client-closed`.
 */
export type LossReason =
  | 'expired'
  | 'absent'
  | 'taken'
  | 'force-released'
  | 'max-hold-time'
  | 'client-closed';
