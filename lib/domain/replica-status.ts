import type { OwnCost, ServerName } from './nodes/node-status';

/** What a replica has of the locks that its primary has, key by key; what they hold is not compared. */
export type LocksOnReplica = {
  /** Of those that were asked for. */
  present: number;
  /** The primary has them, and has had them for a second or longer. */
  missing: number;
  /** All that could have been asked for: where it is more than the two together, they are a sample. */
  held: number;
  /** When they were asked for, epoch ms. */
  atMs: number;
};

/** What a replica may keep from us while it answers. */
export const REPLICA_PARTS = ['stream', 'locks', 'waiters'] as const;
export type ReplicaPart = (typeof REPLICA_PARTS)[number];

/** How a replica follows: `none` = it is a primary itself by now. */
export const REPLICA_LINKS = ['up', 'syncing', 'down', 'none'] as const;

/** How far a replica is behind its primary. */
export type ReplicaStream = {
  link: (typeof REPLICA_LINKS)[number];
  /** Bytes of the primary's stream that it lacks; null = not known, or the two have not one stream. */
  behindBytes: number | null;
  /** For so long, ms, it has lacked something that the primary had; null as above. */
  behindMs: number | null;
  /** Who says so: the replica, or the primary for one that does not answer. */
  by: 'replica' | 'primary';
  atMs: number;
};

/** `unasked` = the configuration says so, or there are too many. */
export const REPLICA_STATES = ['connecting', 'answers', 'unreached', 'unasked'] as const;
export type ReplicaState = (typeof REPLICA_STATES)[number];

/** A copy of a watched server, as it is itself; null = it cannot be known. */
export type ReplicaStatus = {
  address: string;
  state: ReplicaState;
  /** Why it is not reached; null while it answers. Never holds a secret. */
  problem: string | null;
  /** Epoch ms; null = never. */
  lastAnswerAtMs: number | null;
  pingMs: number | null;
  redisVersion: string | null;
  /** What it calls itself; absent or null = it does not say. */
  server?: ServerName | null;
  stream: ReplicaStream | null;
  locks: LocksOnReplica | null;
  /** Redis' own words for each refusal. */
  unread: { part: ReplicaPart; why: string }[];
  cost: OwnCost;
};

/** Whether a replica has the key of one lock; `present: null` = it could not be asked, and `why`. */
export type LockOnReplica = { address: string; present: boolean | null; why: string | null; atMs: number };
