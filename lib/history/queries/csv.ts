import type { FamilyReport } from '../../contract/history/family-report';
import type { HistoryPoint, HistorySeries } from '../../contract/history/history';
import type { Ledger } from '../../contract/history/ledger';
import type { Timeline } from '../../contract/history/past';
import { numberOrNull } from '../../domain/values/counted';
import { csvOf } from '../../domain/values/csv';

const FIGURES = [
  'held',
  'heldMax',
  'waiting',
  'waitingMax',
  'longestWaitMs',
  'waiterSeconds',
  'acquisitions',
  'releases',
  'lapses',
  'lost',
  'forced',
  'takenOver',
  'renewals',
] as const satisfies (keyof HistoryPoint)[];
const TIMES = ['hold', 'wait', 'gap'] as const;
const SHARES = ['p50', 'p95', 'p99', 'count'] as const;

/** A row a point. */
export function seriesCsv({ points }: HistorySeries): string {
  const headings = [
    'start',
    'startMs',
    'covered',
    ...FIGURES,
    ...TIMES.flatMap((time) =>
      SHARES.map((share) => (share === 'count' ? `${time}Count` : `${time}${share}Ms`)),
    ),
    'partial',
  ];
  return csvOf([
    headings,
    ...points.map((point) => [
      new Date(point.startMs).toISOString(),
      point.startMs,
      point.covered,
      ...FIGURES.map((name) => point[name]),
      ...TIMES.flatMap((time) => SHARES.map((share) => point[time]?.[share] ?? null)),
      point.partial,
    ]),
  ]);
}

/** A row a hold; those that are told as blocks only are rows with a number of holds. */
export function timelineCsv({ spans, blocks, locks }: Timeline): string {
  const keys = new Map(locks.map(({ id, key }) => [id, key]));
  const headings = [
    'lock',
    'key',
    'holder',
    'token',
    'mode',
    'fromMs',
    'toMs',
    'ended',
    'leaseMs',
    'renewals',
    'waitersMax',
    'waiterSeconds',
    'fencing',
    'overrunMs',
    'holds',
    'lapses',
    'forced',
  ];
  return csvOf([
    headings,
    ...spans.map((span) => [
      span.lock,
      span.key,
      span.holder,
      span.token,
      span.mode,
      span.fromMs,
      span.toMs,
      span.ended,
      span.leaseMs,
      span.renewals,
      span.waitersMax,
      span.waiterSeconds,
      span.fencing,
      span.overrunMs,
      1,
      span.ended === 'expired' ? 1 : 0,
      span.ended === 'force-released' ? 1 : 0,
    ]),
    ...blocks.map((block) => [
      block.lock,
      keys.get(block.lock) ?? '',
      block.holder,
      null,
      null,
      block.fromMs,
      block.toMs,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
      block.holds,
      block.lapses,
      block.forced,
    ]),
  ]);
}

/** A row a family. */
export function ledgerCsv({ rows }: Ledger): string {
  const headings = [
    ...['target', 'family', 'expired', 'cameBack', 'livedOn', 'locks', 'holders'],
    ...['lastMs', 'lastKey', 'lastHolder', 'leaseMs', 'overrunP50Ms', 'overrunMaxMs', 'overrunsKnown'],
    ...['holds', 'overstaysLeftOut', 'holdsNeeded', 'holdP999Ms', 'suggestedLeaseMs', 'atLeast'],
  ];
  return csvOf([
    headings,
    ...rows.map(({ last, overrun, advice, ...row }) => [
      ...[row.target, row.family, row.expired, row.cameBack, row.livedOn, row.locks, row.holders],
      ...[last.atMs, last.key, last.holder, row.leaseMs],
      ...[overrun?.p50Ms ?? null, overrun?.maxMs ?? null, overrun?.known ?? null],
      ...[advice.holds, advice.overstays, advice.needed, advice.p999Ms, advice.leaseMs, advice.atLeast],
    ]),
  ]);
}

/** A row a family; what is not known is empty, and `gap` says why. */
export function familyReportCsv({ rows }: FamilyReport): string {
  const headings = [
    ...['target', 'family', 'waiterSeconds', 'waitP95Ms', 'waits', 'longestWaitMs', 'holdP95Ms', 'holds'],
    ...['leaseMinMs', 'leaseMaxMs', 'noTtl', 'renewed', 'acquisitions', 'perSecond', 'expiredWhileHeld'],
    ...['waitingNow', 'locksNow', 'covered', 'gap'],
  ];
  return csvOf([
    headings,
    ...rows.map(({ wait, hold, lease, ...row }) => [
      ...[row.target, row.family, row.waiterSeconds],
      ...[wait?.p95 ?? null, wait?.count ?? null, row.longestWaitMs, hold?.p95 ?? null, hold?.count ?? null],
      ...[lease?.minMs ?? null, lease?.maxMs ?? null, lease?.noTtl ?? null, row.renewed],
      ...[row.acquisitions, row.perSecond, row.expired],
      ...[numberOrNull(row.waiting), row.locks, row.covered, row.gap],
    ]),
  ]);
}
