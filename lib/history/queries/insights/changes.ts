import type { HistoryScope } from '../../../contract/history/history-queries';
import type { Db } from '../../database/multi-row';
import { bucketStart, type TierMs } from '../../database/tiers';
import { marks } from '../marks';
import { BLOCK_MS, type Block, type FamilyBlocks, familyBlocks } from './family-blocks';

const WEEK_MS = 7 * 86_400_000;
/** Blocks that are compared with as many: an hour. */
const BLOCKS = 6;
/** Deployments of one question, the newest. */
const DEPLOYS = 5;

/** What a family is compared over: a deployment, or this hour and that of last week. */
type Since = { kind: 'deploy'; atMs: number; title: string } | { kind: 'week'; atMs: number };

/** One family around one moment. `tests` = families × moments of the question, all of which are compared. */
export type FamilyChange = {
  target: string;
  family: string;
  since: Since;
  /** Of the hour after it. */
  after: Block[];
  /** Of the hour before it, or of the three around the same hour of last week. */
  before: Block[];
  /** Of the hour before that; null = it does not count. */
  earlier: Block[] | null;
  /** Of the hour that was a week before `after`; null = it does not count. */
  week: Block[] | null;
  tests: number;
  blockMs: TierMs;
  nowMs: number;
};

type Question = { scope: HistoryScope; fromMs: number; toMs: number; nowMs: number };
type Moment = { since: Since; target: string | null } & Record<'after' | 'before', number[]> & {
    earlier: number[] | null;
    week: number[] | null;
  };

/**
 * Every family in scope around each deployment of the range and of the hour before it, and against last week. `blockMs` =
 * length of a block; an hour is six of them.
 */
export async function changes(
  db: Db,
  { scope, fromMs, toMs, nowMs }: Question,
  blockMs: TierMs = BLOCK_MS,
): Promise<FamilyChange[]> {
  const endMs = bucketStart(Math.min(toMs, nowMs), blockMs);
  const noted = await marks(
    db,
    {
      scope: { ...scope, family: null },
      ...{ fromMs: fromMs - BLOCKS * blockMs, toMs: endMs, kinds: ['deploy'], limit: DEPLOYS },
    },
    nowMs,
  );
  const deploys = noted.marks.map(({ atMs, title, target }) => ({ atMs, title, target }));
  const moments = [...deploys.map((each) => ofDeploy(each, deploys, endMs, blockMs)), ofWeek(endMs, blockMs)];
  const starts = moments.flatMap(({ after, before, earlier, week }) =>
    [after, before, earlier ?? [], week ?? []].flat(),
  );
  const families = await familyBlocks(db, scope, [...new Set(starts)], blockMs);
  const found = moments.flatMap((moment) =>
    families
      .filter(({ target }) => moment.target === null || moment.target === target)
      .map((family) => changeOf(family, moment)),
  );
  return found.map((change) => ({ ...change, blockMs, tests: found.length, nowMs }));
}

/** The block in which it was deployed counts nowhere; the hours around it end where another deployment was. */
function ofDeploy(
  { atMs, title, target }: { atMs: number; title: string; target: string | null },
  all: readonly { atMs: number; target: string | null }[],
  endMs: number,
  blockMs: TierMs,
): Moment {
  const startMs = bucketStart(atMs, blockMs);
  const hourMs = BLOCKS * blockMs;
  const others = all
    .filter((each) => target === null || each.target === null || each.target === target)
    .map((each) => bucketStart(each.atMs, blockMs));
  const nextMs = Math.min(endMs, ...others.filter((other) => other > startMs));
  const lastMs = Math.max(Number.NEGATIVE_INFINITY, ...others.filter((other) => other < startMs));
  const after = blocksFrom(startMs + blockMs, blockMs).filter((start) => start < nextMs);
  const before = blocksFrom(startMs - hourMs, blockMs).filter((start) => start > lastMs);
  const earlier = blocksFrom(startMs - 2 * hourMs, blockMs).filter((start) => start > lastMs);
  const week = after.map((start) => start - WEEK_MS);
  return { since: { kind: 'deploy', atMs, title }, target, after, before, earlier, week };
}

function ofWeek(endMs: number, blockMs: TierMs): Moment {
  const hourMs = BLOCKS * blockMs;
  return {
    since: { kind: 'week', atMs: endMs - hourMs },
    after: blocksFrom(endMs - hourMs, blockMs),
    before: blocksFrom(endMs - WEEK_MS - 2 * hourMs, blockMs, 3 * BLOCKS),
    ...{ target: null, earlier: null, week: null },
  };
}

function blocksFrom(startMs: number, blockMs: TierMs, count = BLOCKS): number[] {
  return Array.from({ length: count }, (_, i) => startMs + i * blockMs);
}

function changeOf({ target, family, blocks }: FamilyBlocks, moment: Moment) {
  const of = (starts: readonly number[]) => starts.flatMap((start) => blocks.get(start) ?? []);
  return {
    ...{ target, family, since: moment.since },
    after: of(moment.after),
    before: of(moment.before),
    earlier: moment.earlier && of(moment.earlier),
    week: moment.week && of(moment.week),
  };
}
