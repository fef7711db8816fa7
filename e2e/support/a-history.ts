import type {
  DebtSeries,
  HistoryPoint,
  HistorySeries,
  HistoryStatus,
  HorizonSeries,
  Marks,
} from '../../lib/contract/history/history';
import type { Ledger } from '../../lib/contract/history/ledger';
import { NOTHING as NO_FIGURES } from '../../lib/history/queries/series-points';

const MINUTE_MS = 60_000;
export const FROM = Date.parse('2026-10-14T12:00:00Z');
export const TO = FROM + 5 * MINUTE_MS;
const ID = 'orders.0.acct:~7B7~7D:transfer';
const KEY = 'acct:{7}:transfer';
const RANGE = { fromMs: FROM, toMs: TO, pointMs: MINUTE_MS, nowMs: TO - 10_000 };

const NOTHING: Omit<HistoryPoint, 'startMs' | 'partial'> = { ...NO_FIGURES, covered: 0 };
const TIMES = { p50: 400, p95: 2_000, p99: 9_000, count: 12 };

function point(held: number, heldMax: number, waiting: number, waitingMax: number): typeof NOTHING {
  const counts = { acquisitions: 9, releases: 8, lapses: 0, lost: 0, forced: 0, takenOver: 0, renewals: 3 };
  const waited = {
    waiting,
    waitingMax,
    waiterSeconds: waiting * 60,
    longestWaitMs: waitingMax > 0 ? waitingMax * 9_000 : null,
  };
  return { ...NOTHING, covered: 1, held, heldMax, ...waited, ...counts, hold: TIMES, wait: TIMES };
}

type Options = { lock?: boolean; empty?: boolean; problem?: HistoryStatus['problem'] };

/** Answers of the history API by path: five minutes, of which nobody watched the third and the last still runs. */
export function aHistory({
  lock = false,
  empty = false,
  problem = null,
}: Options = {}): Record<string, unknown> {
  const points = [
    point(10, 11, 2, 3),
    { ...point(12, 12, 4, 5), lapses: 1, forced: 1 },
    NOTHING,
    point(11, 12, 1, 2),
    point(10, 10, 0, 0),
  ];
  const sums = {
    ...point(10.75, 12, 1.75, 5),
    acquisitions: 36,
    releases: 32,
    lapses: 1,
    forced: 1,
    renewals: 12,
  };
  const series: HistorySeries = {
    scope: { target: null, family: null, lock: lock ? ID : null },
    ...RANGE,
    points: points.map((one, i) => ({
      ...(empty ? NOTHING : one),
      startMs: FROM + i * MINUTE_MS,
      partial: i === 4,
    })),
    total: { ...(empty ? NOTHING : sums), busyShare: lock ? 0.6 : null },
    leaseMs: lock ? 20_000 : null,
    certainty: { counts: 'at-least', wait: 'estimated', waiting: 'at-least' },
    percentileError: 0.05,
    gaps: empty
      ? [{ fromMs: FROM, toMs: TO }]
      : [{ fromMs: FROM + 2 * MINUTE_MS, toMs: FROM + 3 * MINUTE_MS }],
  };
  const startsMs = points.map((_, i) => FROM + i * MINUTE_MS);
  const debt: DebtSeries = {
    ...RANGE,
    startsMs,
    locks: [
      { id: ID, key: KEY, family: 'acct:{*}:transfer', waiterSeconds: 300, points: [100, 150, null, 50, 0] },
    ],
    others: [20, 90, null, 10, 0],
  };
  const counts = { within10s: 4, within1m: 3, within10m: 2, within1h: 1, later: 0, never: 1 };
  const horizon: HorizonSeries = {
    ...RANGE,
    points: startsMs.map((startMs, i) => ({ startMs, counts: i === 2 ? null : counts })),
  };
  const common = {
    untilMs: null,
    text: '',
    url: null,
    target: 'orders',
    node: null,
    holder: null,
    values: {},
  };
  const marks: Marks = {
    ...RANGE,
    more: false,
    marks: [
      {
        ...common,
        id: 'e1',
        atMs: FROM + 70_000,
        kind: 'force-released',
        title: KEY,
        lock: ID,
        holder: 'ledger-1',
      },
      { ...common, id: 'm1', atMs: FROM + 200_000, kind: 'deploy', title: '41.2', lock: null },
    ],
  };
  const ledger: Ledger = {
    ...RANGE,
    matched: 2,
    holds: 4,
    rows: [
      {
        ...{
          target: 'main',
          family: 'acct:{*}:transfer',
          expired: 3,
          cameBack: 1,
          livedOn: 2,
          locks: 2,
          holders: 1,
        },
        last: { atMs: FROM + 80_000, lock: ID, key: KEY, holder: 'ledger-1' },
        leaseMs: 20_000,
        overrun: { p50Ms: 2_100, maxMs: 9_400, known: 1 },
        advice: {
          ...{ holds: 312, overstays: 2, needed: 100, error: 0.09 },
          ...{ p999Ms: 32_000, leaseMs: 39_000, atLeast: true },
        },
      },
      {
        ...{ target: 'main', family: 'report:*', expired: 1, cameBack: 0, livedOn: 1, locks: 1, holders: 1 },
        last: { atMs: FROM + 90_000, lock: ID, key: KEY, holder: null },
        ...{ leaseMs: null, overrun: null },
        advice: {
          ...{ holds: 31, overstays: 0, needed: 100, error: 0.09 },
          ...{ p999Ms: null, leaseMs: null, atLeast: false },
        },
      },
    ],
  };
  const status: HistoryStatus = {
    kind: 'sqlite',
    place: 'history.db',
    problem,
    bytes: 4_120_000,
    reaches: { spans: FROM, events: FROM, tiers: [{ tierMs: 10_000, fromMs: FROM - 3_600_000 }] },
    retention: [],
    maxBytes: null,
    queued: 0,
    dropped: { spans: 0, waits: 0, events: 0, rollups: 0 },
    writtenAtMs: TO,
  };
  return {
    '/api/history/series': series,
    '/api/history/debt': debt,
    '/api/history/horizon': horizon,
    '/api/history/marks': marks,
    '/api/history/ledger': ledger,
    '/api/history/status': status,
  };
}
