/** Closed lists of codes for servers. Free of zod, like `codes.ts`. */

/** Evidence codes about a server. Values: `…Bytes` in bytes, `…Ms` in ms. */
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

/** Rights without which locks may stay hidden. */
export const HIDING_COSTS = [
  'discovery',
  'every-lock',
  'strings',
  'hashes',
  'sorted-sets',
  'lists',
  'sets',
] as const;

/** What a missing right costs; the message catalogue has the texts under `rights.<cost>`. */
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

/** Data that a replica may refuse to us although it answers. */
export const REPLICA_PARTS = ['stream', 'locks', 'waiters'] as const;
export type ReplicaPart = (typeof REPLICA_PARTS)[number];

/** Replication link of a replica: `none` = it has become a primary. */
export const REPLICA_LINKS = ['up', 'syncing', 'down', 'none'] as const;

/** `unasked` = not connected to, by configuration or because there are too many. */
export const REPLICA_STATES = ['connecting', 'answers', 'unreached', 'unasked'] as const;
export type ReplicaState = (typeof REPLICA_STATES)[number];

/** Why a server was not reached, or could not be used. */
export const REACH_CODES = [
  'refused',
  'no-host',
  'no-route',
  'timed-out',
  'silent',
  'closed',
  'tls',
  'not-tls',
  'wants-tls',
  'not-redis',
  'wrong-password',
  'no-password',
  'no-database',
  'no-primary',
  'protected',
  'full',
  'loading',
  'busy',
  'other',
] as const;
export type ReachCode = (typeof REACH_CODES)[number];

/** What counts happenings of locks; see `Coverage.countedBy`. */
export const COUNTED_BY = ['events', 'readings', 'both'] as const;
