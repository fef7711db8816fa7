/** Closed lists of words about what people do. Free of zod, as `codes.ts`. */

export const LOCK_ACTIONS = ['release', 'extend'] as const;
export type LockAction = (typeof LOCK_ACTIONS)[number];

/**
 * What the release of a lock of some library may bring about. The words live in the message catalogue under
 * `consequence.<code>`.
 */
export const HAZARDS = [
  'job-runs-twice',
  'key-re-created',
  'process-may-crash',
  'running-job-fails',
  'second-run-overlaps',
  'cool-down',
  'other-nodes-hold',
  'counter-may-drift',
  'waiters-sleep-on',
  'deletes-successor',
] as const;
export type HazardCode = (typeof HAZARDS)[number];

export const CONSEQUENCES = [
  'two-will-run',
  'holder-may-wake',
  'waiters-race',
  'no-waiters',
  'waiters-unknown',
  'publishes',
  'publishes-nothing',
  'signals',
  'lease-becomes',
  'watchdog-resets',
  'holder-not-told',
  'write-not-stopped',
  'no-undo',
  'successor-indistinguishable',
  'next-hold-indistinguishable',
  'companions-untouched',
  'others-hold-on',
  'hold-stays',
  'hold-may-stay',
  ...HAZARDS,
] as const;
export type ConsequenceCode = (typeof CONSEQUENCES)[number];

export const AUDIT_ACTIONS = [
  ...LOCK_ACTIONS,
  'silence',
  'end-silence',
  'xray',
  'annotate',
  'decide',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * `partly-released`: the key was freed, and other keys of its hold were not, as far as is known; `details.hold` has them.
 * `unknown`: the reply was lost, it may have happened; `details.settled` = what a later look found.
 */
export const AUDIT_OUTCOMES = [
  'attempted',
  'released',
  'partly-released',
  'extended',
  'silenced',
  'ended',
  'sampled',
  'noted',
  'decided',
  'refused',
  'failed',
  'unknown',
] as const;

/** What an operator decided of one key for good. */
export const DECISIONS = ['lock', 'not-a-lock'] as const;
export type DecisionIs = (typeof DECISIONS)[number];

/**
 * What a command was for. `touches` = it named the lock, and nothing tells what for; never a guess. A script that is not
 * known counts as what it did to the lock's own key.
 */
export const XRAY_VERBS = ['tries', 'renews', 'releases', 'waits', 'reads', 'touches'] as const;
export type XrayVerb = (typeof XRAY_VERBS)[number];

/**
 * Why it ended: `time` = it ran as long as was asked, `size` = more output than allowed, `latency` = the server became slow,
 * `lost` = the connection broke, `unreached` = of a group, a server that gave no answer or refused.
 */
export const XRAY_ENDS = ['time', 'size', 'latency', 'lost', 'unreached'] as const;
export type XrayEnd = (typeof XRAY_ENDS)[number];
