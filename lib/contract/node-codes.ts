/** Closed lists of words about servers. Free of zod, as `codes.ts`. */

/** Lines of evidence about a server. Values: `…Bytes` in bytes, `…Ms` in ms. */
export const NODE_EVIDENCE = [
  'evicts',
  'memory-used',
  'eviction-policy',
  'not-persisted',
  'in-group',
  'locks-without-ttl',
  'fsync',
  'snapshots-only',
  'min-replicas',
  'replica-behind',
  'replica-syncing',
  'replica-gone',
  'locks-newer',
  'locks-missing',
  'primary-lost',
  'clock-ahead',
  'clock-behind',
  'clock-apart',
  'clock-set-forward',
  'clock-set-back',
  'locks-vanished',
  'lock-vanished',
  'promoted-from',
  'locks-kept',
  'changes-polled',
  'changes-unseen',
  'both-pubsub',
  'latches',
] as const;
export type NodeEvidenceCode = (typeof NODE_EVIDENCE)[number];

/** Rights without which there may be locks that nobody sees. */
export const HIDING_COSTS = [
  'discovery',
  'every-lock',
  'strings',
  'hashes',
  'sorted-sets',
  'lists',
  'sets',
] as const;

/** What is lost without a right; words under `rights.<cost>` in the message catalogue. */
export const RIGHT_COSTS = [
  ...HIDING_COSTS,
  'heartbeats',
  'large-values',
  'last-try',
  'waiters',
  'more-commands',
  'facts',
  'events',
  'acts',
  'wake-ups',
] as const;
export type RightCost = (typeof RIGHT_COSTS)[number];

/** What a replica may keep from us while it answers. */
export const REPLICA_PARTS = ['stream', 'locks', 'waiters'] as const;
export type ReplicaPart = (typeof REPLICA_PARTS)[number];

/** How a replica follows: `none` = it is a primary itself by now. */
export const REPLICA_LINKS = ['up', 'syncing', 'down', 'none'] as const;

/** `unasked` = the configuration says so, or there are too many. */
export const REPLICA_STATES = ['connecting', 'answers', 'unreached', 'unasked'] as const;
export type ReplicaState = (typeof REPLICA_STATES)[number];
