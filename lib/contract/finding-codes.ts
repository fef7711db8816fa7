/**
 * Findings that put their lock at risk, the gravest first: of several that are found, the first is the reason of its
 * state. Codes are here and not with their rules in `lib/findings` because a browser needs them and no rule.
 */
export const RISKS = [
  'dead-waiter-blocks',
  'holder-gone',
  /** It is in a cycle of waits out of which nobody comes, or in one that may be such. */
  'deadlock',
  'wait-cycle',
  'key-collision',
  'no-ttl',
  'expired-by-value',
  'renewal-late',
  'renewal-missed',
  'zombie-reader',
  /** Renewed on and on, far past the usual hold of its family. */
  'overstaying',
] as const;

/** Findings about one lock. */
export const LOCK_FINDINGS = [
  ...RISKS,
  'waiters-behind-late-holder',
  'lapses-with-waiters',
  'fencing-went-back',
  'identifies-nobody',
] as const;
export type LockFindingCode = (typeof LOCK_FINDINGS)[number];

/** Of a lock of a Redlock group: nobody can have a quorum of what is there; two have some; some nodes do not have it. */
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
