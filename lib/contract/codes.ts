import { RISKS } from './finding-codes';
import { NODE_EVIDENCE } from './node-codes';

/** Closed lists of codes for locks and findings. Free of zod, so that a browser may use them as values. */

/** Source of a figure. `client` = reported by the lock's own client; `read` = read from Redis for this answer. */
export const KNOWN_BY = ['event', 'scan', 'read', 'client', 'inferred'] as const;
export type KnownBy = (typeof KNOWN_BY)[number];

export const LOCK_STATES = ['held', 'contended', 'at-risk', 'lost', 'free', 'unknown'] as const;
export type LockState = (typeof LOCK_STATES)[number];

export const LOCK_KINDS = [
  'mutex',
  'reentrant',
  'fair',
  'fenced',
  'read-write',
  'semaphore',
  'latch',
  'job',
  'timestamp',
  'plain',
] as const;
export type LockKind = (typeof LOCK_KINDS)[number];

/**
 * `alive` and `gone` are proven; everything else is `unknown`. `overstaying` = proven alive, and it has the lock for
 * far longer than holds of its family take: its timer runs, but whether its work does cannot be known.
 */
export const HOLDER_VERDICTS = ['alive', 'overstaying', 'gone', 'unknown'] as const;
export type HolderVerdict = (typeof HOLDER_VERDICTS)[number];

export const SEVERITIES = ['lost', 'at-risk', 'contended', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const LOCK_SORTS = ['harm', 'verdict', 'key', 'waiters', 'age', 'ttl'] as const;
export type LockSort = (typeof LOCK_SORTS)[number];

/** Whether the worst, largest or oldest comes first by default; key and TTL begin with the smallest. */
export function descByDefault(sort: LockSort): boolean {
  return sort !== 'key' && sort !== 'ttl';
}

/** By what a search found a lock, the best first. `client` = the id of a client instance, `…-in-text` = in a longer text. */
export const LOCK_MATCHES = [
  'key',
  'channel',
  'token',
  'key-start',
  'key-part',
  'client',
  'name',
  'token-part',
  'key-in-text',
  'token-in-text',
  'name-in-text',
] as const;
export type LockMatch = (typeof LOCK_MATCHES)[number];

export const EVIDENCE = [
  'holder-known',
  'holder-unknown',
  'heartbeat',
  'heartbeat-late',
  'heartbeat-gone',
  'heartbeat-ended',
  'heartbeat-lapsed',
  'heartbeat-missing',
  'heartbeat-denied',
  'heartbeat-unreadable',
  'renewed',
  'renewal-late',
  'below-floor',
  'never-renewed',
  'ttl-fell',
  'no-ttl',
  'value-deadline',
  'value-deadline-passed',
  'waiters',
  'no-waiters',
  'waiters-unknown',
  'own-lease-over',
  'overstayed',
  'reader-without-hold',
  'read-as-now',
  'read-as-before',
  'key-beside',
  'dead-waiter',
  // `highest` = the highest token issued, `token` = the present one; decimal texts.
  'fencing-back',
  // `key` was taken `count` times by one that had `first`, last by `holder`; `lock` = the other one.
  'taken-in-order',
  // `waiter` waits for the lock `key`, which `holder` holds.
  'waits-for',
  // `yes`, `other`, `no`, `unread`, `of`, `quorum`.
  'votes',
  // `nodes` = names of the nodes without the lock.
  'not-on-nodes',
  // `ms` = time until fewer than a quorum of nodes have the lock.
  'validity-left',
  'write-under-way-unknown',
  'node-silent',
  'node-never-answered',
  'unread',
  ...NODE_EVIDENCE,
] as const;
export type EvidenceCode = (typeof EVIDENCE)[number];

/** Why a lock is in its state. */
export const REASONS = [
  'none',
  ...RISKS,
  'waiting',
  // `yes` of `of` nodes have the lock: fewer than the quorum, or fewer than all.
  'votes',
  // Holders on different nodes, none with a quorum.
  'split',
  'due',
  // Its key may not be read.
  'denied',
  'node-silent',
  // Its last reading is older than promised.
  'unread',
  'lapsed',
  'released',
] as const;
export type ReasonCode = (typeof REASONS)[number];

export const LOCK_EVENTS = [
  'acquired',
  'reentered',
  'renewed',
  'released',
  'partly-released',
  'expired',
  'lost',
  'taken-over',
  'extended',
  'force-released',
  'waiters-changed',
  'first-seen',
  'late',
  'holder-gone',
  'holder-back',
] as const;
export type LockEventKind = (typeof LOCK_EVENTS)[number];

/** Events of a server or of the console itself, in addition to `LockEventKind`. */
export const HISTORY_EVENT_KINDS = [
  'finding-raised',
  'finding-cleared',
  'expired-while-held',
  'contended',
  'no-ttl',
  'long',
  'restart',
  'failover',
  'unwatched',
  'detail-dropped',
] as const;
export type HistoryEventKind = (typeof HISTORY_EVENT_KINDS)[number];
