/** Why a lock is in its state, in three words; words under `reason.<code>` in the message catalogue. */
export type Reason = { code: ReasonCode; values: Record<string, string | number> };
export type ReasonCode =
  | 'none'
  | 'holder-gone'
  | 'no-ttl'
  | 'renewal-late'
  | 'renewal-missed'
  | 'expired-by-value'
  | 'key-collision'
  | 'dead-waiter-blocks'
  /** Renewed on and on, far past the usual hold of its family. */
  | 'overstaying'
  | 'zombie-reader'
  | 'deadlock'
  | 'wait-cycle'
  | 'waiting'
  /** `yes` of `of` nodes have it: fewer than the quorum, or fewer than all. */
  | 'votes'
  /** Holders on different nodes, none with a quorum. */
  | 'split'
  | 'due'
  /** Its key may not be read. */
  | 'denied'
  | 'node-silent'
  /** Its last reading is older than promised. */
  | 'unread'
  | 'lapsed'
  | 'released';
