import type { Archive } from '../../../lib/history/archive/archive-types';
import { cutoff, DEFAULT_RETENTION, TIER_DAYS } from '../../../lib/history/archive/retention';
import { insertRows } from '../../../lib/history/database/multi-row';
import { bucketStart, TIERS, type TierMs } from '../../../lib/history/database/tiers';
import { type Bulk, bulkInto, withoutIndexes } from './bulk';
import { empty, Figures, type Sums, type Times } from './figures';
import { type Hold, type HoldOptions, holdsOf } from './holds';
import { lockFacts, lockRows } from './lock-figures';
import { familyOf, keyOf, lockIdOf, TARGET } from './past-names';
import { COLUMNS, eventRows, spanRow, waitingRows, waitRows } from './past-rows';

export type PastOptions = {
  locks: number;
  /** It ends at `nowMs`. */
  nowMs: number;
  days: number;
  seed?: number;
  families?: number;
  holders?: number;
  /** Keeps all tiers over the whole time, as if nothing had been forgotten. */
  everything?: boolean;
  /** Told of every lock. */
  onLock?: (nth: number, holds: readonly Hold[]) => void;
};

export type MadePast = { fromMs: number; nowMs: number; spans: number; rollups: number; events: number };

type Plan = Required<Omit<PastOptions, 'onLock'>> &
  Pick<PastOptions, 'onLock'> & {
    of: HoldOptions;
    oldest: (tier: TierMs) => number;
  };
type Numbers = { target: number; family(nth: number): number; lock(nth: number): number };

const DAY_MS = 86_400_000;
const SLICE_MS = DAY_MS / 4;

/** Writes the past of so many locks into an empty archive: the same for the same options, and all of it consistent. */
export async function generatePast(archive: Archive, options: PastOptions): Promise<MadePast> {
  const { locks, nowMs, days, everything = false } = options;
  const { seed = 7, families = 20, holders = 200 } = options;
  const fromMs = bucketStart(nowMs - days * DAY_MS, DAY_MS);
  const plan: Plan = {
    ...{ ...options, everything, seed, families, holders },
    of: { locks, seed, fromMs, toMs: nowMs, holders },
    oldest: (tier) =>
      everything ? 0 : bucketStart(cutoff(nowMs, DEFAULT_RETENTION.days[TIER_DAYS[tier]]), tier),
  };
  const made: MadePast = { fromMs, nowMs, spans: 0, rollups: 0, events: 0 };
  await withoutIndexes(archive, async () => {
    const numbers = await addSubjects(archive, plan);
    const into = bulkInto(archive);
    await writeHolds(into, plan, numbers, made);
    await writeFigures(into, plan, numbers, made);
    const coverage = { target: TARGET, from_ms: fromMs, to_ms: nowMs, watcher: 'bench' };
    await into.rows('coverage', ['target', 'from_ms', 'to_ms', 'watcher'], [coverage]);
    await into.flush();
  });
  return made;
}

/** Rows of holds lie in the order in which they began, as time writes them, and not by lock. */
async function writeHolds(into: Bulk, plan: Plan, numbers: Numbers, made: MadePast): Promise<void> {
  const { of, nowMs } = plan;
  const all = Array.from({ length: plan.locks }, (_, nth) => {
    const holds = holdsOf(nth, of);
    return { lock: numbers.lock(nth), holds, next: holds.next() };
  });
  for (let at = of.fromMs; at < nowMs; at += SLICE_MS) {
    const begun: { lock: number; hold: Hold }[] = [];
    for (const each of all)
      for (; !each.next.done && each.next.value.fromMs < at + SLICE_MS; each.next = each.holds.next())
        begun.push({ lock: each.lock, hold: each.next.value });
    begun.sort((a, b) => a.hold.fromMs - b.hold.fromMs);
    const rows = <Row>(rowsOf: (lock: number, hold: Hold) => Row[]) =>
      begun.flatMap(({ lock, hold }) => rowsOf(lock, hold));
    const events = rows(eventRows);
    await into.rows(
      'spans',
      COLUMNS.spans,
      rows((lock, hold) => [spanRow(lock, hold, nowMs)]),
    );
    await into.rows('wait_spans', COLUMNS.wait_spans, rows(waitRows));
    await into.rows('waiting', COLUMNS.waiting, rows(waitingRows));
    await into.rows('events', COLUMNS.events, events);
    made.spans += begun.length;
    made.events += events.length;
  }
}

/** Family by family, so that little is in memory at once. */
async function writeFigures(into: Bulk, plan: Plan, numbers: Numbers, made: MadePast): Promise<void> {
  const { of, nowMs, families, oldest } = plan;
  const figures = () => new Figures(of.fromMs, nowMs, oldest);
  const write = async (tier: TierMs, subject: number, sums: Sums[], times: Times[]) => {
    made.rollups += sums.length;
    for (const row of [...sums, ...times]) {
      row.tier_ms = tier;
      row.subject = subject;
    }
    await into.rows('rollups', ROLLUP, sums);
    await into.rows('histograms', HISTOGRAM, times);
  };
  const ofTarget = figures();
  for (let family = 0; family < Math.min(families, plan.locks); family++) {
    const ofFamily = figures();
    for (let nth = family; nth < plan.locks; nth += families) {
      const holds = [...holdsOf(nth, of)];
      plan.onLock?.(nth, holds);
      let before: Hold | null = null;
      for (const hold of holds) {
        for (const each of [ofFamily, ofTarget]) each.add(hold, before, nowMs);
        before = hold;
      }
      const facts = lockFacts(holds, nowMs);
      for (const tier of TIERS) {
        const { sums, times } = lockRows(facts, tier, oldest(tier), nowMs);
        await write(tier, numbers.lock(nth), sums, times);
      }
    }
    for (const tier of TIERS)
      await write(tier, numbers.family(family), ofFamily.rows(tier, nowMs), ofFamily.times(tier));
  }
  for (const tier of TIERS) {
    const sums = ofTarget.rows(tier, nowMs);
    await write(tier, numbers.target, sums, ofTarget.times(tier));
    await into.rows(
      'horizons',
      HORIZON,
      sums.map((row) => horizonRow(tier, numbers.target, row)),
    );
  }
}

const BUCKET = ['tier_ms', 'subject', 'start_ms'];
const ROLLUP = Object.keys(empty(0));
const HISTOGRAM = [...BUCKET, 'measure', 'bucket', 'count'];
const HORIZON = [...BUCKET, 'within_10s', 'within_1m', 'within_10m', 'within_1h', 'later', 'never'];

function horizonRow(tier_ms: TierMs, subject: number, { start_ms, held_max }: Sums): object {
  const rest = { within_10m: 0, within_1h: 0, later: 0, never: 0 };
  return { tier_ms, subject, start_ms, within_10s: 0, within_1m: held_max, ...rest };
}

async function addSubjects({ db, kind }: Archive, { locks, families, nowMs }: Plan): Promise<Numbers> {
  const subject = { target: TARGET, last_ms: nowMs };
  const ofFamilies = Array.from({ length: families }, (_, nth) => {
    return { ...subject, kind: 'family', name: familyOf(nth, families) };
  });
  const ofLocks = Array.from({ length: locks }, (_, nth) => {
    const key = keyOf(nth, families);
    const names = { name: lockIdOf(nth, families), key_text: key, key_exact: 1, key_bytes: key.length };
    const format = { lock_kind: 'reentrant', format_id: 'redisson-lock', library: 'Redisson RLock' };
    return { ...subject, kind: 'lock', ...names, family: familyOf(nth, families), ...format };
  });
  const rows = await insertRows<'subjects', { id: number; name: string; kind: string }>(
    db,
    kind,
    { into: 'subjects', columns: SUBJECT, tail: 'returning id, name, kind' },
    [{ ...subject, kind: 'target', name: '' }, ...ofFamilies, ...ofLocks],
  );
  const ids = new Map(rows.map((row) => [`${row.kind} ${row.name}`, row.id]));
  const idOf = (name: string) => ids.get(name) ?? -1;
  return {
    target: idOf('target '),
    family: (nth) => idOf(`family ${familyOf(nth, families)}`),
    lock: (nth) => idOf(`lock ${lockIdOf(nth, families)}`),
  };
}

const SUBJECT = [
  ...(['kind', 'target', 'name', 'key_text', 'key_exact', 'key_bytes'] as const),
  ...(['family', 'lock_kind', 'format_id', 'library', 'last_ms'] as const),
];
