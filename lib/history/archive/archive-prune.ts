import { sql } from 'kysely';
import type { Db } from '../database/multi-row';
import { TIERS, type TierMs } from '../database/tiers';
import type { AuditWriter } from './archive-audit';
import {
  deleteBuckets,
  deleteHorizons,
  deleteNumbered,
  deleteSubjects,
  deleteWaiting,
} from './archive-delete';
import { deleteOrders } from './archive-orders';
import type { ArchiveSize } from './archive-size';
import type { Retention } from './archive-types';
import { cutoff, TIER_DAYS } from './retention';

const HOUR_MS = 3_600_000;
/** Once too large, it is made a little smaller than it may be. */
const SHARE_LEFT = 0.9;
/** Steps between two looks at the size. */
const STEPS = 20;
const SUBJECT_STEPS = 20;
/** Holds shorter than this, for which nobody waited and which ended in order, are the least loss. */
const SHORT_MS = 10_000;

type Step = (beforeMs: number) => Promise<number>;
type Stage = { what: string; step: Step };

type Pruner = { prune(nowMs: number): Promise<void> };

export function createPruner(
  db: Db,
  size: ArchiveSize,
  { days, maxBytes }: Retention,
  audit: Pick<AuditWriter, 'prune'>,
): Pruner {
  let subjectsFromMs = 0;

  async function byAge(nowMs: number): Promise<void> {
    const before = (ofDays: number) => cutoff(nowMs, ofDays);
    const spansMs = before(days.spans);
    await all(() => deleteNumbered(db, 'spans', 'to_ms', sql`to_ms < ${spansMs}`));
    await all(() =>
      deleteNumbered(db, 'wait_spans', 'from_ms', sql`from_ms < ${spansMs} and to_ms < ${spansMs}`),
    );
    await all(() => deleteOrders(db, spansMs));
    await all(() => deleteWaiting(db, before(days.waiting)));
    await all(() => deleteNumbered(db, 'events', 'at_ms', sql`at_ms < ${before(days.events)}`));
    await all(() => audit.prune(before(days.audit)));
    await all(() => deleteNumbered(db, 'marks', 'at_ms', sql`at_ms < ${before(days.audit)}`));
    for (const tier of TIERS) {
      const beforeMs = before(days[TIER_DAYS[tier]]);
      await all(() => deleteBuckets(db, tier, beforeMs, { of: 'all', quiet: false }));
      await deleteHorizons(db, tier, beforeMs);
    }
    const longest = Math.max(...Object.values(days));
    await db.deleteFrom('coverage').where('to_ms', '<', before(longest)).execute();
  }

  async function bySize(nowMs: number): Promise<void> {
    if ((await size.disk()) <= maxBytes || (await size.live()) <= maxBytes) return;
    const enough = maxBytes * SHARE_LEFT;
    const gone = new Map<string, number>();
    try {
      // The last hour is what people look at now: it goes only when nothing else is left.
      for (const beforeMs of [nowMs - HOUR_MS, nowMs]) {
        for (const { what, step } of stagesOf(db)) {
          for (let more = true; more; ) {
            if ((await size.live()) <= enough) return;
            for (let steps = 0; more && steps < STEPS; steps++) {
              const rows = await step(beforeMs);
              if (rows > 0) gone.set(what, (gone.get(what) ?? 0) + rows);
              more = rows > 0;
              await turn();
            }
          }
        }
      }
    } finally {
      await note(db, nowMs, gone);
    }
  }

  async function forgottenSubjects(nowMs: number): Promise<void> {
    for (let steps = 0; steps < SUBJECT_STEPS; steps++) {
      const next = await deleteSubjects(db, subjectsFromMs, nowMs - HOUR_MS);
      subjectsFromMs = next ?? 0;
      if (next === null) return;
      await turn();
    }
  }

  let running: Promise<void> | null = null;
  return {
    prune(nowMs) {
      running ??= (async () => {
        await byAge(nowMs);
        await bySize(nowMs);
        await forgottenSubjects(nowMs);
        await size.shrink(turn);
      })().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** Detail before truth. */
function stagesOf(db: Db): Stage[] {
  const buckets = (tier: TierMs, of: 'locks' | 'all', quiet = false): Step => {
    return (beforeMs) => deleteBuckets(db, tier, beforeMs, { of, quiet });
  };
  const short = (beforeMs: number) =>
    sql`to_ms < ${beforeMs} and ended = 'released' and waiters_max = 0 and to_ms - from_ms < ${SHORT_MS}`;
  return [
    { what: 'lock-seconds', step: buckets(10_000, 'locks') },
    { what: 'short-spans', step: (beforeMs) => deleteNumbered(db, 'spans', 'to_ms', short(beforeMs)) },
    { what: 'waiting', step: (beforeMs) => deleteWaiting(db, beforeMs) },
    { what: 'lock-minutes', step: buckets(60_000, 'locks', true) },
    { what: 'lock-minutes', step: buckets(60_000, 'locks') },
    { what: 'lock-ten-minutes', step: buckets(600_000, 'locks', true) },
    { what: 'lock-hours', step: buckets(3_600_000, 'locks', true) },
    {
      what: 'wait-spans',
      step: (beforeMs) => deleteNumbered(db, 'wait_spans', 'from_ms', sql`to_ms < ${beforeMs}`),
    },
    {
      what: 'spans',
      step: (beforeMs) => deleteNumbered(db, 'spans', 'to_ms', sql`to_ms < ${beforeMs}`),
    },
    { what: 'lock-ten-minutes', step: buckets(600_000, 'locks') },
    { what: 'seconds', step: buckets(10_000, 'all') },
    { what: 'lock-hours', step: buckets(3_600_000, 'locks') },
    { what: 'minutes', step: buckets(60_000, 'all') },
    { what: 'lock-hours', step: buckets(21_600_000, 'locks') },
    { what: 'lock-days', step: buckets(86_400_000, 'locks') },
    { what: 'events', step: (beforeMs) => deleteNumbered(db, 'events', 'at_ms', sql`at_ms < ${beforeMs}`) },
    { what: 'ten-minutes', step: buckets(600_000, 'all') },
    { what: 'hours', step: buckets(3_600_000, 'all') },
    { what: 'hours', step: buckets(21_600_000, 'all') },
  ];
}

/** That something is missing is told on the charts. */
async function note(db: Db, nowMs: number, gone: ReadonlyMap<string, number>): Promise<void> {
  for (const [what, rows] of gone)
    await db
      .insertInto('events')
      .values({
        at_ms: Math.round(nowMs),
        target: '',
        lock: null,
        node: null,
        kind: 'detail-dropped',
        known_by: 'event',
        holder: null,
        details: JSON.stringify({ what, rows, why: 'size' }),
      })
      .execute();
}

async function all(step: () => Promise<number>): Promise<void> {
  while ((await step()) > 0) await turn();
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
