import type { HistoryScope } from '../../../lib/contract/history/history-queries';
import { seeded } from '../../../lib/domain/values/seeded';
import type { Db } from '../../../lib/history/database/multi-row';
import { blockers } from '../../../lib/history/queries/blockers';
import { debt } from '../../../lib/history/queries/debt';
import { familyReport } from '../../../lib/history/queries/family-report';
import { horizon } from '../../../lib/history/queries/horizon';
import { ledger } from '../../../lib/history/queries/ledger';
import { marks } from '../../../lib/history/queries/marks';
import { moment } from '../../../lib/history/queries/moment';
import { series } from '../../../lib/history/queries/series';
import { timeline } from '../../../lib/history/queries/timeline/timeline';
import type { MadePast } from './generate';

import { familyOf, lockIdOf, TARGET } from './past-names';

export type Answered = { name: string; ms: number[] };

const HOUR_MS = 3_600_000;
const RANGES_MS = [HOUR_MS, 24 * HOUR_MS, 7 * 24 * HOUR_MS, 30 * 24 * HOUR_MS];
const FAMILIES = 20;

/** Every question a person asks of a long past, each `rounds` times with other locks, ranges and moments. */
export async function askAll(db: Db, past: MadePast, locks: number, rounds: number): Promise<Answered[]> {
  const random = seeded(3);
  const all: HistoryScope = { target: null, family: null, lock: null };
  const answered = new Map<string, number[]>();
  async function time(name: string, ask: () => Promise<unknown>): Promise<void> {
    const before = performance.now();
    await ask();
    answered.set(name, [...(answered.get(name) ?? []), performance.now() - before]);
  }
  for (let round = 0; round < rounds; round++) {
    const { nowMs } = past;
    const length = RANGES_MS[round % RANGES_MS.length] ?? HOUR_MS;
    const range = { fromMs: Math.max(past.fromMs, nowMs - length), toMs: nowMs };
    // Every fourth is one of those that are taken all the time.
    const nth = round % 4 === 0 ? 500 * Math.floor((random() * locks) / 500) : Math.floor(random() * locks);
    const lock: HistoryScope = { ...all, lock: lockIdOf(nth, FAMILIES) };
    const family: HistoryScope = { target: TARGET, family: familyOf(nth, FAMILIES), lock: null };
    await time('series of all', () => series(db, { scope: all, ...range }, nowMs));
    await time('series of a family', () => series(db, { scope: family, ...range }, nowMs));
    await time('series of a lock', () => series(db, { scope: lock, ...range }, nowMs));
    await time('contention debt', () => debt(db, { scope: all, ...range, top: 8 }, nowMs));
    await time('horizon', () => horizon(db, { scope: all, ...range }, nowMs));
    const kinds = ['restart', 'failover', 'unwatched', 'force-released', 'deploy', 'note'];
    await time('marks', () => marks(db, { scope: all, ...range, kinds, limit: 500 }, nowMs));
    await time('blockers', () => blockers(db, { scope: all, ...range, limit: 20 }, nowMs));
    await time('ledger', () => ledger(db, { scope: all, ...range, offset: 0, limit: 100 }, nowMs));
    const told = { ...range, holder: null, limit: 2_000 };
    await time('families', () => familyReport(db, { scope: all, ...range, limit: 500 }, nowMs));
    await time('timeline of a lock', () => timeline(db, { scope: lock, ...told }, nowMs));
    await time('timeline of a family', () => timeline(db, { scope: family, ...told }, nowMs));
    const holder = `instance:worker-${Math.floor(random() * 200)}`;
    await time('timeline of a holder', () => timeline(db, { scope: all, ...told, holder }, nowMs));
    const atMs = nowMs - Math.floor(random() * length);
    const ask = { atMs, target: null, q: '', offset: 0, limit: 200, graph: true };
    await time('rewind', () => moment(db, ask, nowMs));
  }
  return [...answered].map(([name, ms]) => ({ name, ms }));
}

/** Charts, as the budget for them has it. */
export const CHARTS: ReadonlySet<string> = new Set([
  'series of all',
  'series of a family',
  'series of a lock',
  'contention debt',
  'horizon',
  'marks',
]);
