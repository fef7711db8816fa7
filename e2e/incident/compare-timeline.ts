import type { OwnershipSpan } from '../../lib/contract/history/past';
import { askTimeline } from './ask';
import { ERROR } from './error';
import { atOnce, renewalsOf, waitErrorMs } from './expected';
import { expect, type Incident } from './fixture';
import { expectBetween, expectMoment } from './near';
import { holdsOf, type TrueHold, type TrueWait, waitsOf, widthOf } from './truth';

/** One row a hold, with who had it from when to when, how it ended, its lease, its renewals and how many waited. */
export async function compareTimeline(incident: Incident, key: string): Promise<void> {
  const { spans } = await askTimeline(incident, key);
  const told = spans.sort((a, b) => a.fromMs - b.fromMs);
  const holds = holdsOf(incident.truth, key);
  const names = (all: { token: string; ended: string | null }[]) =>
    all.map(({ token, ended }) => `${token} ${ended}`);
  expect(names(told), `${key}: who held it, and how it ended`).toEqual(names(holds));
  for (const [i, hold] of holds.entries()) {
    const span = told[i];
    if (span) compareHold(span, hold, waitsOf(incident.truth, key));
  }
}

function compareHold(span: OwnershipSpan, hold: TrueHold, waits: TrueWait[]): void {
  const what = `${hold.key} of ${hold.token}`;
  const errorMs = ERROR.eventMs;
  expectMoment(span.fromMs, hold.from, errorMs, `${what} begins`);
  const { earliestMs, latestMs } = hold.to;
  const to = hold.ended === 'lost' ? { earliestMs: earliestMs - ERROR.heardMs, latestMs } : hold.to;
  expectMoment(span.toMs, to, errorMs, `${what} ends`);
  expect(span.leaseMs, `${what}: lease`).toBeGreaterThanOrEqual(hold.leaseMs - widthOf(hold.from) - errorMs);
  expect(span.leaseMs, `${what}: lease`).toBeLessThanOrEqual(hold.leaseMs);
  const renewals = renewalsOf([hold]);
  if (renewals) expectBetween(span.renewals, renewals, `${what}: renewals`);
  if (hold.outlived) {
    const late = {
      earliestMs: hold.outlived.earliestMs - latestMs,
      latestMs: hold.outlived.latestMs - earliestMs,
    };
    expectMoment(span.overrunMs, late, 2 * errorMs, `${what}: how much longer it went on`);
  } else expect(span.overrunMs, `${what}: nothing tells how much longer it went on`).toBeNull();
  if (waits.length === 0) return;
  const during = { fromMs: hold.from.earliestMs, toMs: hold.to.latestMs };
  const { most } = atOnce(waits, during, (wait) => waitErrorMs(wait as TrueWait));
  expect(span.waitersMax, `${what}: waiters at most`).toBeLessThanOrEqual(most);
  const least = leastMax(waits, hold);
  expect(span.waitersMax, `${what}: waiters at most`).toBeGreaterThanOrEqual(least);
}

/** As many as waited at once for so long that they were counted. */
function leastMax(waits: TrueWait[], { from, to }: TrueHold): number {
  const counted = waits.map((wait) => ({
    fromMs: Math.max(wait.from.latestMs, from.latestMs) + waitErrorMs(wait),
    toMs: Math.min(wait.to.earliestMs, to.earliestMs),
  }));
  const real = counted.filter(({ fromMs, toMs }) => fromMs < toMs);
  return Math.max(
    0,
    ...real.map(({ fromMs: at }) => real.filter((one) => one.fromMs <= at && at < one.toMs).length),
  );
}
