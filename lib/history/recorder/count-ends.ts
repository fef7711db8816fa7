import type { SpanWrite } from '../database/batch';
import type { LongHolds } from './long-holds';
import type { RollupCounters } from './rollup-counters';
import type { Span } from './span';
import type { Tracked } from './tracked';

/** Where an end counts; what was gone when it was looked at again counts nowhere. */
const COLUMN = {
  released: 'releases',
  expired: 'lapses',
  lost: 'lost',
  'force-released': 'forced',
  'taken-over': 'taken_over',
  unseen: null,
} as const satisfies Record<NonNullable<SpanWrite['ended']>, string | null>;

/**
 * Counts the end of a hold that readings show. `isCounted` = a keyspace event counted it: nothing but what the event cannot
 * know is added, that it was forced, and that it had overstayed.
 */
export function countEnd(
  { counters, long }: { counters: RollupCounters; long: LongHolds },
  { accounts, info, facts }: Tracked,
  { row, overstayed }: Span,
  isCounted: boolean,
  nowMs: number,
): void {
  const column = row.ended && COLUMN[row.ended];
  if (!column) return;
  const toMs = row.to_ms ?? nowMs;
  const heldMs = toMs - row.from_ms;
  if (!isCounted) {
    counters.count(accounts, column, toMs, nowMs);
    counters.time(accounts, 'hold', heldMs, toMs, nowMs);
    long.ended(info.family, heldMs);
  } else if (column === 'forced')
    counters.recount(accounts, 'releases', column, facts.releasedMs ?? toMs, nowMs);
  if (overstayed) counters.time(accounts, 'overstay', heldMs, toMs, nowMs);
}
