import type { Archive } from '../../../lib/history/archive-types';
import { insertRows } from '../../../lib/history/multi-row';
import { cutoff, DEFAULT_RETENTION, TIER_DAYS } from '../../../lib/history/retention';
import type { HistorySchema } from '../../../lib/history/schema';
import { bucketStart, TIERS, type TierMs } from '../../../lib/history/tiers';
import { Figures } from './figures';
import { type Hold, holdsOf } from './holds';
import { lockRows } from './lock-figures';

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

export const TARGET = 'past';
const DAY_MS = 86_400_000;
const LOCKS_AT_ONCE = 200;

export const keyOf = (nth: number, families: number) => `shop${nth % families}:lock:order:${nth}`;
export const lockIdOf = (nth: number, families: number) => `${TARGET}.0.${keyOf(nth, families)}`;
export const familyOf = (nth: number, families: number) => `shop${nth % families}:lock:order:*`;
const refOf = (holder: number) => `instance:worker-${holder}`;

/** Writes the past of so many locks into an empty archive: the same for the same options, and all of it consistent. */
export async function generatePast(archive: Archive, options: PastOptions): Promise<MadePast> {
  const { locks, nowMs, days, seed = 7, families = 20, holders = 200 } = options;
  const fromMs = bucketStart(nowMs - days * DAY_MS, DAY_MS);
  const oldest = (tier: TierMs) =>
    options.everything ? 0 : bucketStart(cutoff(nowMs, DEFAULT_RETENTION.days[TIER_DAYS[tier]]), tier);
  const into = inserterFor(archive);
  const subjects = await addSubjects(archive, locks, families, nowMs);
  const figures = () => new Figures(fromMs, nowMs, oldest);
  const ofTarget = figures();
  const ofFamilies = Array.from({ length: families }, figures);
  const made: MadePast = { fromMs, nowMs, spans: 0, rollups: 0, events: 0 };

  for (let first = 0; first < locks; first += LOCKS_AT_ONCE) {
    const spans: object[] = [];
    for (let nth = first; nth < Math.min(locks, first + LOCKS_AT_ONCE); nth++) {
      const holds = holdsOf(nth, seed, fromMs, nowMs, holders);
      options.onLock?.(nth, holds);
      const lock = subjects.lock(nth);
      let before: Hold | null = null;
      for (const hold of holds) {
        ofTarget.add(hold, before, nowMs);
        ofFamilies[nth % families]?.add(hold, before, nowMs);
        before = hold;
        spans.push(spanRow(lock, hold, nowMs));
      }
      for (const tier of TIERS) {
        const { sums, times } = lockRows(holds, tier, oldest(tier), nowMs);
        await into.rollups(tier, lock, sums);
        await into.histograms(lock, times);
        made.rollups += sums.length;
      }
      await into.waiting(lock, holds);
      made.events += await into.events(lock, holds, refOf);
    }
    spans.sort((a, b) => (a as { from_ms: number }).from_ms - (b as { from_ms: number }).from_ms);
    await into.rows('spans', SPAN_COLUMNS, spans);
    made.spans += spans.length;
  }
  const wide: [number, Figures][] = [
    [subjects.target, ofTarget],
    ...ofFamilies.map((each, nth): [number, Figures] => [subjects.family(nth), each]),
  ];
  for (const [subject, each] of wide) {
    for (const tier of TIERS) {
      const sums = each.rows(tier, nowMs);
      made.rollups += sums.length;
      await into.rollups(tier, subject, sums);
      await into.histograms(subject, each.times(tier));
      if (subject === subjects.target) await into.horizons(tier, subject, sums);
    }
  }
  await into.rows(
    'coverage',
    ['target', 'from_ms', 'to_ms', 'watcher'],
    [{ target: TARGET, from_ms: fromMs, to_ms: nowMs, watcher: 'bench' }],
  );
  await into.flush();
  return made;
}

const SPAN_COLUMNS = [
  'lock',
  'target',
  'holder',
  'holder_ref',
  'token',
  'mode',
  'from_ms',
  'from_known',
  'to_ms',
  'ended',
  'ended_by',
  'lease_ms',
  'no_ttl',
  'renewals',
  'extensions',
  'hold_count',
  'waiters_max',
  'waiter_ms',
  'verdict',
  'overrun_ms',
] as const;

function spanRow(lock: number, hold: Hold, nowMs: number): object {
  const { fromMs, toMs, ended, waiters } = hold;
  return {
    lock,
    target: TARGET,
    holder: `worker-${hold.holder}`,
    holder_ref: refOf(hold.holder),
    token: `8d3c3d43-03b0-4cd8-8966-${hold.holder.toString(16).padStart(12, '0')}:47`,
    mode: 'exclusive',
    from_ms: fromMs,
    from_known: 'seen',
    to_ms: toMs,
    ended,
    ended_by: ended === null ? null : 'event',
    lease_ms: hold.leaseMs,
    no_ttl: 0,
    renewals: 0,
    extensions: 0,
    hold_count: 1,
    waiters_max: waiters?.count ?? 0,
    waiter_ms: waiters ? waiters.count * ((toMs ?? nowMs) - waiters.fromMs) : 0,
    verdict: hold.verdict,
    overrun_ms: hold.overrunMs,
  };
}

async function addSubjects({ db, kind }: Archive, locks: number, families: number, nowMs: number) {
  const target = { kind: 'target', target: TARGET, name: '', last_ms: nowMs };
  const ofFamilies = Array.from({ length: families }, (_, nth) => {
    return { kind: 'family', target: TARGET, name: familyOf(nth, families), last_ms: nowMs };
  });
  const ofLocks = Array.from({ length: locks }, (_, nth) => {
    const key = keyOf(nth, families);
    return {
      kind: 'lock',
      target: TARGET,
      name: lockIdOf(nth, families),
      key_text: key,
      key_exact: 1,
      key_bytes: key.length,
      family: familyOf(nth, families),
      lock_kind: 'reentrant',
      format_id: 'redisson-lock',
      library: 'Redisson RLock',
      last_ms: nowMs,
    };
  });
  const rows = await insertRows<'subjects', { id: number; name: string; kind: string }>(
    db,
    kind,
    {
      into: 'subjects',
      columns: [
        'kind',
        'target',
        'name',
        'key_text',
        'key_exact',
        'key_bytes',
        'family',
        'lock_kind',
        'format_id',
        'library',
        'last_ms',
      ],
      tail: 'returning id, name, kind',
    },
    [target, ...ofFamilies, ...ofLocks],
  );
  const ids = new Map(rows.map((row) => [`${row.kind} ${row.name}`, row.id]));
  const idOf = (name: string) => ids.get(name) ?? -1;
  return {
    target: idOf('target '),
    family: (nth: number) => idOf(`family ${familyOf(nth, families)}`),
    lock: (nth: number) => idOf(`lock ${lockIdOf(nth, families)}`),
  };
}

/** Collects rows of each table, and writes many at once. */
function inserterFor({ db, kind }: Archive) {
  const waiting = new Map<string, { columns: readonly string[]; rows: object[] }>();

  async function write(
    table: keyof HistorySchema,
    columns: readonly string[],
    rows: object[],
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      await insertRows(trx, kind, { into: table, columns: columns as never }, rows as never);
    });
  }

  async function rows(
    table: keyof HistorySchema,
    columns: readonly string[],
    some: readonly object[],
  ): Promise<void> {
    const known = waiting.get(table) ?? { columns, rows: [] };
    waiting.set(table, known);
    for (const row of some) known.rows.push(row);
    if (known.rows.length < 20_000) return;
    await write(table, columns, known.rows.splice(0));
  }

  const SUMS = [
    'acquisitions',
    'releases',
    'lapses',
    'lost',
    'forced',
    'taken_over',
    'renewals',
    'extensions',
    'held_ms',
    'held_max',
    'waiter_ms',
    'waiters_max',
    'covered_ms',
  ];
  return {
    rows,
    rollups: (tier_ms: TierMs, subject: number, sums: readonly object[]) =>
      rows(
        'rollups',
        ['tier_ms', 'subject', 'start_ms', ...SUMS],
        sums.map((row) => ({ ...row, tier_ms, subject })),
      ),
    histograms: (subject: number, times: readonly object[]) =>
      rows(
        'histograms',
        ['tier_ms', 'subject', 'start_ms', 'measure', 'bucket', 'count'],
        times.map((row) => ({ ...row, subject })),
      ),
    horizons: (tier_ms: TierMs, subject: number, sums: readonly { start_ms: number; held_max: number }[]) =>
      rows(
        'horizons',
        [
          'tier_ms',
          'subject',
          'start_ms',
          'within_10s',
          'within_1m',
          'within_10m',
          'within_1h',
          'later',
          'never',
        ],
        sums.map(({ start_ms, held_max }) => ({
          ...{ tier_ms, subject, start_ms, within_10s: 0, within_1m: held_max },
          ...{ within_10m: 0, within_1h: 0, later: 0, never: 0 },
        })),
      ),
    waiting: (lock: number, holds: readonly Hold[]) =>
      rows(
        'waiting',
        ['lock', 'at_ms', 'waiters'],
        holds.flatMap(({ waiters, toMs }) => [
          ...(waiters ? [{ lock, at_ms: waiters.fromMs, waiters: waiters.count }] : []),
          ...(waiters && toMs !== null ? [{ lock, at_ms: toMs, waiters: 0 }] : []),
        ]),
      ),
    async events(lock: number, holds: readonly Hold[], refOf: (holder: number) => string): Promise<number> {
      const event = (kind: string, at_ms: number, details: object, holder: string | null) => {
        return {
          at_ms,
          target: TARGET,
          lock,
          kind,
          known_by: 'event',
          holder,
          details: JSON.stringify(details),
        };
      };
      const all = holds.flatMap(({ ended, toMs, waiters, holder, overrunMs }) => {
        const found = waiters ? [event('contended', waiters.fromMs, { waiters: waiters.count }, null)] : [];
        if (toMs === null || ended === null || ended === 'released') return found;
        found.push(event(ended, toMs, { overrunMs: overrunMs ?? 0 }, refOf(holder)));
        if (ended !== 'expired') return found;
        const finding = { code: 'renewal-missed', severity: 'at-risk', sinceMs: toMs - 5_000 };
        found.push(event('finding-raised', toMs - 5_000, finding, null));
        found.push(event('finding-cleared', toMs, finding, null));
        return found;
      });
      await rows('events', ['at_ms', 'target', 'lock', 'kind', 'known_by', 'holder', 'details'], all);
      return all.length;
    },
    async flush(): Promise<void> {
      for (const [table, { columns, rows: left }] of waiting)
        if (left.length > 0) await write(table as keyof HistorySchema, columns, left);
      waiting.clear();
    },
  };
}
