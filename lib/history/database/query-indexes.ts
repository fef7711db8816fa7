/**
 * Indices that the queries need beside the keys: made by the migrations, the same in both databases. Those with a condition
 * are used by queries that say the same condition in the same words.
 */
export const QUERY_INDEXES = [
  'create index spans_going_on on spans (lock, from_ms) where to_ms is null',
  'create index spans_long on spans (lock, from_ms) where to_ms - from_ms >= 60000',
  'create index spans_of_minutes on spans (from_ms) where to_ms - from_ms >= 60000',
  'create index spans_of_hours on spans (from_ms) where to_ms - from_ms >= 3600000',
  'create index spans_of_days on spans (from_ms) where to_ms - from_ms >= 86400000',
  "create index spans_lapsed on spans (to_ms) where ended = 'expired'",
  "create index spans_cut_short on spans (lock, from_ms) where ended in ('expired', 'lost', 'force-released', 'taken-over')",
  'create index rollups_waited on rollups (tier_ms, start_ms, subject, waiter_ms) where waiter_ms > 0',
  'create index events_of_kind on events (kind, at_ms)',
  'create index subjects_of_family on subjects (target, family)',
] as const;

/** What was too slow with a million holds: reading rows only to find when they ended. */
export const SCALE_INDEXES = [
  'create index spans_by_lock_times on spans (lock, from_ms, to_ms)',
  'drop index spans_by_lock_from_ms',
  'create index spans_by_lock_holder on spans (lock, holder_ref, from_ms, to_ms)',
  'create index wait_spans_by_times on wait_spans (from_ms, to_ms)',
  'drop index wait_spans_by_from_ms',
  "create index events_of_findings on events (target, at_ms, kind, lock, node, details) where kind in ('finding-raised', 'finding-cleared')",
] as const;

/** What proves that a hold expired while it was held, as `expiryProofOf` says it. */
export const PROVEN_EXPIRY = "(overrun_ms is not null or (ended = 'expired' and verdict = 'alive'))";

/** Proven expiries are few, and those that ran out may be most. Until then a verdict was of the time before the deadline. */
export const PROVEN_EXPIRIES = [
  "update spans set verdict = 'unknown' where ended = 'expired' and verdict = 'alive'",
  'drop index spans_lapsed',
  `create index spans_proven_expiries on spans (to_ms) where ${PROVEN_EXPIRY}`,
] as const;

/** Expiries by family: which lock each is of, without reading its row. */
export const COVERED_EXPIRIES = [
  'drop index spans_proven_expiries',
  `create index spans_proven_expiries on spans (to_ms, lock) where ${PROVEN_EXPIRY}`,
] as const;
