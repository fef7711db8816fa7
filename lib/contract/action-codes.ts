/** Closed lists of codes for user actions. Free of zod, like `codes.ts`. */

/**
 * What a release is asked for although: `alive` = the holder lives; `renews` = it renewed less than a period ago, or may
 * renew and was watched for less than one, so that nothing shows yet that it stopped. Who says `alive` says `renews` too.
 */
export const ALTHOUGH = ['renews', 'alive'] as const;
export type Although = (typeof ALTHOUGH)[number];

/** `quarantine`: an operator's token has the lock for a while, then it is released: a stalled holder fails before anyone starts. */
export const LOCK_ACTIONS = ['release', 'extend', 'quarantine'] as const;
export type LockAction = (typeof LOCK_ACTIONS)[number];

/**
 * The change that an action makes on each node, in the script that compares. `delete-key`: the lock's key goes. `end-hold`: the holder is
 * taken out by the format's own protocol, and the key may stay. `replace-token`: an operator's token takes its place.
 */
export const PLANNED_CHANGES = ['delete-key', 'end-hold', 'extend', 'replace-token'] as const;

/** What releasing a library's lock may cause. The message catalogue has the texts under `consequence.<code>`. */
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
  'renewal-may-come',
  'waiters-race',
  'no-waiters',
  'waiters-unknown',
  'publishes',
  'publishes-nothing',
  'signals',
  'lease-becomes',
  'waiters-wait-longer',
  'watchdog-resets',
  'quarantine-holds',
  'late-renewal-fails',
  'quarantine-short',
  'ends-by-ttl',
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

/** What became of one of many locks that were released in one run. */
export const BULK_OUTCOMES = ['released', 'refused', 'unexpected', 'not-tried'] as const;
export type BulkOutcome = (typeof BULK_OUTCOMES)[number];

/**
 * Why one of many locks was not released. `free`: nobody had it any more. `successor`: another holder had it. `renewed`: its
 * holder renewed it, so that it lives. `renewed-or-retaken`: its holder did, or gave it back and took it again, and nothing in
 * Redis says which. `re-entered`: its holder took it again or has it more often than was seen. `other-data`: the key holds
 * something else. `came-back`: its token is on a lock again that this run released. `unknown`: the reply was
 * lost. `error`: anything else; `why` says it.
 */
export const BULK_REASONS = [
  'free',
  'successor',
  'renewed',
  'renewed-or-retaken',
  're-entered',
  'other-data',
  'came-back',
  'unknown',
  'error',
] as const;
export type BulkReason = (typeof BULK_REASONS)[number];

/** Uses of an answer of a passkey. */
export const PASSKEY_USES = ['sign-in', 'step-up', 'add'] as const;
export type PasskeyUse = (typeof PASSKEY_USES)[number];

/**
 * The confirmation that an act lacks on a target that asks for step-up. `passkey` = an answer of one of the account's, now. `no-passkey` = the
 * account has none. `no-session` = who asks has no session: a token, a proxy's user, the command line without a console.
 */
export const STEP_UP_LACKS = ['passkey', 'no-passkey', 'no-session'] as const;
export type StepUpLack = (typeof STEP_UP_LACKS)[number];
/**
 * How a request for a second person stands. `waiting`: nobody has decided, and its time is not over. `approved`: its act is
 * under way. `done`: the act was done, wholly or in part; `refused`: it was not, and nothing was touched. `unknown`: it was
 * approved, and what became of the act is not known. The others are over without an act.
 */
export const APPROVAL_STATES = [
  'waiting',
  'approved',
  'done',
  'refused',
  'unknown',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/**
 * Whether a caller may decide about a request. `same-person`: they are, or may be, who asked; `denied`: they lack the right
 * to the act; `nobody`: they have a token that belongs to no user.
 */
export const MAY_DECIDE = ['yes', 'same-person', 'denied', 'nobody'] as const;
export type MayDecide = (typeof MAY_DECIDE)[number];

export const AUDIT_ACTIONS = [
  ...LOCK_ACTIONS,
  'ask',
  'approve',
  'decline',
  'withdraw',
  'release-many',
  'silence',
  'end-silence',
  'xray',
  'annotate',
  'decide',
  'user',
  'sign-in',
  'sign-out',
  'add-token',
  'revoke-token',
  'end-sessions',
  'add-passkey',
  'remove-passkey',
  'step-up',
  'test-target',
  'add-target',
  'sample-data',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/**
 * Results of an act on a lock. `partly-…`: done on too few masters of a Redlock group: a quorum may have the lock still, or
 * has no new lease. `partly-released` also: other keys of the hold still have its token, or may have it.
 */
export const ACTION_OUTCOMES = [
  'released',
  'partly-released',
  'extended',
  'partly-extended',
  'quarantined',
  'partly-quarantined',
] as const;

/**
 * `partly-…` as in `ACTION_OUTCOMES`: with `details.short` on too few masters; else `details.hold` lists the other keys of the
 * hold. `unknown`: the reply was lost, so the action may have happened; `details.settled` = the result of a later
 * read. `waiting`: it waits for a second person.
 */
export const AUDIT_OUTCOMES = [
  'attempted',
  'waiting',
  'approved',
  'declined',
  'withdrawn',
  'expired',
  ...ACTION_OUTCOMES,
  'silenced',
  'ended',
  'sampled',
  'tested',
  'noted',
  'decided',
  'signed-in',
  'signed-out',
  'added',
  'changed',
  'revoked',
  'confirmed',
  'refused',
  'failed',
  'unknown',
] as const;

/** An operator's permanent decision about one key. */
export const DECISIONS = ['lock', 'not-a-lock'] as const;
export type DecisionIs = (typeof DECISIONS)[number];

/**
 * Purpose of a command. `touches` = it named the lock for no known purpose; never a guess. An unknown script counts by
 * the commands it ran on the lock's own key.
 */
export const XRAY_VERBS = ['tries', 'renews', 'releases', 'waits', 'reads', 'touches'] as const;
export type XrayVerb = (typeof XRAY_VERBS)[number];

/**
 * Why the X-ray ended: `time` = it ran as long as requested, `size` = more output than allowed, `latency` = the server
 * became slow, `lost` = the connection broke, `unreached` = a server of a group did not answer or refused.
 */
export const XRAY_ENDS = ['time', 'size', 'latency', 'lost', 'unreached'] as const;
export type XrayEnd = (typeof XRAY_ENDS)[number];
