import type { SpanBlock } from '../../../contract/history/past';
import type { Db } from '../../database/multi-row';
import { amongOf, type Subjects } from '../scope';
import { allTouching, type SpanQuery, type SpanRow, spansFrom, touching } from '../span-rows';
import { blocksOf, type LaneBlock, type LightSpan } from './timeline-blocks';
import { figureBlocks, holderBlocks } from './timeline-figures';
import type { TimelineQuestion } from './timeline-question';

/** Beyond so many matching spans they are not read one by one. */
const READ_MOST = 4_000;

type FoundSpans = { kept: number[]; blocks: LaneBlock[]; matched: number };

export type { LaneBlock, SpanBlock };

type Base = () => SpanQuery<LightSpan>;

/** Spans of the question, without range. */
function baseOf(db: Db, { scope, targets, own }: Subjects, holder: string | null): Base {
  return () => {
    let query = spansFrom(db)
      .clearSelect()
      .select([
        'sp.id',
        'sp.lock',
        'sp.holder',
        'sp.holder_ref',
        'sp.from_ms',
        'sp.to_ms',
        'sp.ended',
        'sp.waiters_max',
      ]) as unknown as SpanQuery<LightSpan>;
    if (holder !== null) query = query.where('sp.holder_ref', '=', holder);
    if (scope.lock !== null) return query.where('sp.lock', 'in', own.length > 0 ? own : [-1]);
    if (scope.family !== null) {
      const names = targets.map(({ target }) => target);
      return query.where('sp.lock', 'in', (of) =>
        of
          .selectFrom('subjects')
          .where('target', 'in', names.length > 0 ? names : [''])
          .where('family', '=', scope.family ?? '')
          .where('kind', '=', 'lock')
          .select('id'),
      );
    }
    if (scope.target !== null) return query.where('sp.target', '=', scope.target);
    return scope.among === undefined ? query : query.where('sp.target', 'in', amongOf(scope));
  };
}

/** All spans that match, read one by one; null = there are too many. */
export async function foundSpans(
  db: Db,
  subjects: Subjects,
  question: TimelineQuestion,
  nowMs: number,
): Promise<FoundSpans | null> {
  const { fromMs, toMs, limit } = question;
  const base = baseOf(db, subjects, question.holder);
  const of = isNarrow(subjects) ? 'lock' : 'any';
  const found = await allTouching(base, question, of)
    .limit(READ_MOST + 1)
    .execute();
  if (found.length > READ_MOST) return null;
  return { ...blocksOf(found, { fromMs, toMs, limit, nowMs }), matched: found.length };
}

/** Some spans one by one, all others from the figures that were kept of them anyway. */
export async function manySpans(
  db: Db,
  subjects: Subjects,
  question: TimelineQuestion,
  nowMs: number,
): Promise<FoundSpans> {
  const { fromMs, toMs, limit, holder } = question;
  const base = baseOf(db, subjects, holder);
  const inRange = () => base().where('sp.from_ms', '>=', fromMs).where('sp.from_ms', '<', toMs);
  const cutShort = inRange()
    .where('sp.ended', 'in', ['expired', 'lost', 'force-released', 'taken-over'])
    .orderBy('sp.from_ms', 'desc')
    .limit(limit);
  const earlier = touching(base, { fromMs, toMs: fromMs + 1 }, isNarrow(subjects) ? 'lock' : 'any');
  const long = touching(inRange, { fromMs: toMs, toMs }, 'lock').slice(1);
  const found = new Map<number, LightSpan>();
  for (const query of [
    cutShort,
    ...earlier.map((each) => each.limit(limit)),
    ...long.map((each) => each.limit(limit)),
  ])
    for (const span of await query.execute()) found.set(span.id, span);
  const { kept } = blocksOf([...found.values()], { fromMs, toMs, limit, nowMs });
  const shown = kept.flatMap((id) => found.get(id) ?? []);
  const blocks =
    holder === null
      ? await figureBlocks(db, subjects, question, shown, nowMs)
      : await holderBlocks(db, inRange, question, shown, nowMs);
  return { kept, blocks, matched: kept.length + blocks.reduce((sum, { holds }) => sum + holds, 0) };
}

function isNarrow({ scope }: Subjects): boolean {
  return scope.lock !== null || scope.family !== null;
}

const AT_ONCE = 5_000;

/** Whole rows of these spans, oldest first. */
export async function spanRowsOf(db: Db, ids: readonly number[]): Promise<SpanRow[]> {
  const rows: SpanRow[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE)
    rows.push(
      ...(await spansFrom(db)
        .where('sp.id', 'in', ids.slice(from, from + AT_ONCE))
        .execute()),
    );
  return rows.sort((a, b) => a.from_ms - b.from_ms || a.id - b.id);
}
