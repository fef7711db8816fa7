/**
 * Findings that put their lock at risk, the gravest first: the first one found becomes the reason of the lock's state.
 * The codes are apart from their rules in `lib/findings` because a browser needs them without the rules.
 */
export const RISKS = [
  'dead-waiter-blocks',
  'holder-gone',
  /** The lock is in a proven deadlock, or (`wait-cycle`) in a cycle that may be one. */
  'deadlock',
  'wait-cycle',
  'key-collision',
  'no-ttl',
  'expired-by-value',
  'renewal-late',
  'renewal-missed',
  'zombie-reader',
  /** Renewed again and again, far past the usual hold of its family. */
  'overstaying',
] as const;

/** Findings about one lock. */
export const LOCK_FINDINGS = [
  ...RISKS,
  'waiters-behind-late-holder',
  'lapses-with-waiters',
  'fencing-went-back',
  /** Taken before another lock by one holder and after it by another: a deadlock once they meet. */
  'lock-order',
  'identifies-nobody',
] as const;
export type LockFindingCode = (typeof LOCK_FINDINGS)[number];

/**
 * Findings about a lock of a Redlock group: no client can reach a quorum; two holders have votes; some nodes lack the
 * lock.
 */
export const GROUP_FINDINGS = ['minority', 'split-votes', 'votes-missing'] as const;
export type GroupFindingCode = (typeof GROUP_FINDINGS)[number];

/** Findings about a server rather than one of its locks. */
export const NODE_FINDINGS = [
  'evictable-locks',
  'memory-nearly-full',
  'no-persistence',
  'aof-not-always',
  'writes-unreplicated',
  'replica-lags',
  'clock-skew',
  'clock-jump',
  'restarted-under-locks',
  'promoted',
  'changes-missed',
  'no-notifications',
  'mixed-pubsub',
  'latches-pile-up',
] as const;
export type NodeFindingCode = (typeof NODE_FINDINGS)[number];

export const FINDING_CODES = [...LOCK_FINDINGS, ...GROUP_FINDINGS, 'node-silent', ...NODE_FINDINGS] as const;
export type FindingCode = (typeof FINDING_CODES)[number];
