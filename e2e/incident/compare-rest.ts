import type { DebtSeries } from '../../lib/contract/history/history';
import type { LedgerRow } from '../../lib/contract/history/ledger';
import type { HistoryMark } from '../../lib/contract/history/past';
import { familyOf } from '../../lib/domain/keys/family';
import { askDebt, askLedger, askMarks, askSeries, idOf } from './ask';
import { ERROR } from './error';
import { waitedMs } from './expected';
import { expect, type Incident } from './fixture';
import { expectMoment, expectNear } from './near';
import { keysOf, type TrueHold, waitsOf, widthOf } from './truth';

/** The kinds of events that the script brings about, and no other may tell of. */
const KINDS = [
  'expired',
  'force-released',
  'lost',
  'taken-over',
  'extended',
  'restart',
  'failover',
  'unwatched',
];

/** Each lapse, the forced release, what was lost, and the restart: once, and when it was. */
export async function compareEvents(incident: Incident): Promise<void> {
  const { truth } = incident;
  const { marks } = await askMarks(incident);
  const told = marks.filter(({ kind }) => KINDS.includes(kind));
  const really = truth.holds.filter(({ ended }) => ended !== 'released');
  expect(
    told
      .filter(({ lock }) => lock !== null)
      .map(nameOf)
      .sort(),
  ).toEqual(really.map(({ key, ended }) => `${ended} ${idOf(key)}`).sort());
  const errorMs = ERROR.eventMs;
  for (const hold of really.filter(({ ended }) => ended !== 'lost')) {
    const mark = told.find((each) => nameOf(each) === `${hold.ended} ${idOf(hold.key)}`);
    expectMoment(mark?.atMs ?? null, hold.to, errorMs, `${hold.key} ${hold.ended}`);
  }
  const ofServer = told.filter(({ node }) => node !== null).map(({ kind }) => kind);
  expect(ofServer.filter((kind) => kind !== 'unwatched')).toEqual(['restart']);
  expect(ofServer).toContain('unwatched');
  const restart = told.find(({ kind }) => kind === 'restart');
  const { killed, served } = truth;
  const gone = {
    earliestMs: killed.earliestMs - ERROR.heardMs,
    latestMs: served.latestMs + ERROR.reconnectMs,
  };
  expectMoment(restart?.atMs ?? null, gone, errorMs, 'restart');
}

const nameOf = ({ kind, lock }: HistoryMark) => `${kind} ${lock}`;

/** One time that nobody watched, and it is the one without a server. */
export async function compareGap(incident: Incident): Promise<void> {
  const { truth } = incident;
  const { killed, served, fromMs, toMs } = truth;
  const { gaps } = await askSeries(incident);
  const inside = gaps.filter((gap) => gap.toMs > fromMs && gap.fromMs < toMs);
  expect(inside).toHaveLength(1);
  const errorMs = ERROR.eventMs;
  const from = { ...killed, earliestMs: killed.earliestMs - ERROR.heardMs };
  expectMoment(inside[0]?.fromMs ?? null, from, errorMs, 'the gap begins');
  const to = { ...served, latestMs: served.latestMs + ERROR.reconnectMs };
  expectMoment(inside[0]?.toMs ?? null, to, errorMs, 'the gap ends');
}

/**
 * A row for each family of which a holder came back after its lease, with by how much. Of one that was stopped and then ended
 * in order a heartbeat after the deadline may have been seen, or not.
 */
export async function compareLedger(incident: Incident): Promise<LedgerRow[]> {
  const { truth } = incident;
  const { rows, matched, holds } = await askLedger(incident);
  const expired = truth.holds.filter(({ ended }) => ended === 'expired');
  expect(expired.map(({ key }) => familyOf(key))).toEqual(
    expect.arrayContaining(rows.map(({ family }) => family)),
  );
  expect(matched).toBe(rows.length);
  expect(holds).toBe(rows.length);
  for (const hold of expired) {
    const row = rows.find(({ family }) => family === familyOf(hold.key));
    if (row) compareRow(row, hold, ERROR.eventMs);
    else expect(hold.outlived, `${hold.key}: nothing proves that it was still held`).toBeNull();
  }
  return rows;
}

function compareRow(row: LedgerRow, hold: TrueHold, errorMs: number): void {
  const { key, outlived, to } = hold;
  expect([row.expired, row.cameBack, row.livedOn], key).toEqual(outlived ? [1, 1, 0] : [1, 0, 1]);
  expect([row.last.lock, row.last.key, row.locks, row.holders]).toEqual([idOf(key), key, 1, 1]);
  expectMoment(row.last.atMs, to, errorMs, `${key}: when it expired`);
  expectNear(row.leaseMs, { value: hold.leaseMs, error: errorMs + widthOf(hold.from) }, `${key}: lease`);
  expect(row.advice.leaseMs, `${key}: too few holds to advise a lease`).toBeNull();
  if (!outlived) {
    expect(row.overrun, `${key}: how much too short is not known`).toBeNull();
    return;
  }
  const late = {
    earliestMs: outlived.earliestMs - to.latestMs,
    latestMs: outlived.latestMs - to.earliestMs,
  };
  expect(row.overrun?.known).toBe(1);
  expectMoment(row.overrun?.maxMs ?? null, late, 2 * errorMs, `${key}: how much too short`);
}

/** Waiter-seconds of each lock that somebody waited for, and of no other. */
export async function compareDebt(incident: Incident): Promise<DebtSeries> {
  const { truth, range } = incident;
  const debt = await askDebt(incident);
  const keys = keysOf(truth).filter((key) => waitsOf(truth, key).length > 0);
  expect(debt.locks.map(({ id }) => id).sort()).toEqual(keys.map(idOf).sort());
  const { gaps } = await askSeries(incident);
  const [gap] = gaps.filter((each) => each.toMs > truth.fromMs && each.fromMs < truth.toMs);
  const watched = [
    { fromMs: range.fromMs, toMs: gap?.fromMs ?? range.toMs },
    { fromMs: gap?.toMs ?? range.toMs, toMs: range.toMs },
  ];
  for (const key of keys) {
    const told = debt.locks.find(({ id }) => id === idOf(key))?.waiterSeconds ?? null;
    const really = waitedMs(waitsOf(truth, key), watched);
    expectNear(told === null ? null : told * 1_000, really, `${key}: waiter-milliseconds`);
  }
  return debt;
}
