import { sql } from 'kysely';
import type { Db } from '../../database/multi-row';
import { bucketStart } from '../../database/tiers';
import { gridFor } from '../grid';
import { type Subjects, sumOf } from '../scope';
import type { SpanQuery } from '../span-rows';
import { type LaneBlock, type LightSpan, sliceOf } from './timeline-blocks';
import type { TimelineQuestion } from './timeline-question';

/** Most points of one lane, and most lanes, where blocks come from figures. */
const POINTS = 120;
const LANES = 100;

/** Blocks by lock and point, of all holds that began in it and are not shown themselves. Who had them is not told. */
export async function figureBlocks(
  db: Db,
  subjects: Subjects,
  { fromMs, toMs }: TimelineQuestion,
  shown: readonly LightSpan[],
  nowMs: number,
): Promise<LaneBlock[]> {
  const { tierMs, pointMs, firstMs, endMs } = gridFor(subjects, fromMs, toMs, POINTS);
  const { scope, own, targets } = subjects;
  const names = targets.map(({ target }) => target);
  const lanes = scope.lock === null ? await busiest(db, subjects, names) : own;
  if (lanes.length === 0) return [];
  const point = sql<number>`start_ms / ${sql.lit(pointMs)}`;
  const rows = await db
    .selectFrom('rollups')
    .where('tier_ms', '=', tierMs)
    .where('subject', 'in', lanes)
    .where('start_ms', '>=', firstMs)
    .where('start_ms', '<', endMs)
    .groupBy(['subject', point])
    .select([
      'subject',
      point.as('point'),
      sumOf('acquisitions').as('holds'),
      sumOf('held_ms').as('heldMs'),
      sumOf('lapses').as('lapses'),
      sumOf('forced').as('forced'),
    ])
    .execute();
  const blocks = rows.map(({ subject, point: at, ...sums }) => {
    const from = Math.max(fromMs, at * pointMs);
    return {
      lock: subject,
      holder: null,
      holderRef: null,
      fromMs: from,
      toMs: Math.max(from, Math.min(toMs, nowMs, (at + 1) * pointMs)),
      ...sums,
      start: at * pointMs,
    };
  });
  const byPlace = new Map(blocks.map((block) => [`${block.lock} ${block.start}`, block]));
  for (const span of shown)
    take(byPlace.get(`${span.lock} ${bucketStart(span.from_ms, pointMs)}`), span, nowMs);
  return blocks.filter(({ holds }) => holds > 0).map(({ start: _, ...block }) => block);
}

/** Blocks of one holder, by lock and slice. */
export async function holderBlocks(
  db: Db,
  spans: () => SpanQuery<LightSpan>,
  { fromMs, toMs }: TimelineQuestion,
  shown: readonly LightSpan[],
  nowMs: number,
): Promise<LaneBlock[]> {
  const sliceMs = sliceOf(fromMs, toMs);
  const slice = sql<number>`(sp.from_ms - ${sql.lit(fromMs)}) / ${sql.lit(sliceMs)}`;
  const rows = await db
    .with('found', () => spans().select(slice.as('slice')) as never)
    .selectFrom('found' as never)
    .groupBy(['lock', 'slice'] as never)
    .select([
      sql<number>`lock`.as('lock'),
      sql<number>`slice`.as('slice'),
      sql<string>`max(holder)`.as('holder'),
      sql<string>`max(holder_ref)`.as('holderRef'),
      sql<number>`min(from_ms)`.as('fromMs'),
      sql<number>`max(coalesce(to_ms, ${sql.lit(nowMs)}))`.as('toMs'),
      sql<number>`cast(count(*) as bigint)`.as('holds'),
      sql<number>`cast(sum(coalesce(to_ms, ${sql.lit(nowMs)}) - from_ms) as bigint)`.as('heldMs'),
      sql<number>`cast(sum(case when ended = 'expired' then 1 else 0 end) as bigint)`.as('lapses'),
      sql<number>`cast(sum(case when ended = 'force-released' then 1 else 0 end) as bigint)`.as('forced'),
    ])
    .execute();
  const blocks = new Map(rows.map(({ slice: at, ...block }) => [`${block.lock} ${at}`, { ...block }]));
  for (const span of shown)
    take(blocks.get(`${span.lock} ${Math.floor((span.from_ms - fromMs) / sliceMs)}`), span, nowMs);
  return [...blocks.values()].filter(({ holds }) => holds > 0);
}

/** A hold that is shown itself is no more in its block. */
function take(block: Omit<LaneBlock, 'fromMs' | 'toMs'> | undefined, span: LightSpan, nowMs: number): void {
  if (!block) return;
  block.holds -= 1;
  block.heldMs = Math.max(0, block.heldMs - ((span.to_ms ?? nowMs) - span.from_ms));
  if (span.ended === 'expired') block.lapses = Math.max(0, block.lapses - 1);
  if (span.ended === 'force-released') block.forced = Math.max(0, block.forced - 1);
}

/** The locks that happened last, of a family or of everything. */
async function busiest(db: Db, { scope }: Subjects, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('subjects')
    .where('kind', '=', 'lock')
    .where('target', 'in', [...names])
    .$if(scope.family !== null, (query) => query.where('family', '=', scope.family ?? ''))
    .orderBy('last_ms', 'desc')
    .limit(LANES)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
