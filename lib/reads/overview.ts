import type { Lock } from '../contract/lock';
import type { NodeStatus } from '../contract/nodes';
import type { Overview } from '../contract/overview';
import { isTaken } from '../domain/holders/holders-summary';
import { horizonOf } from '../domain/lists/horizon';
import { STATE_RANK } from '../domain/lists/lock-sort';
import { coverageOf } from '../domain/nodes/coverage';
import { numberOrNull, sumOfKnown, UNKNOWN } from '../domain/values/counted';
import type { Runtime } from '../server/runtime/types';
import { grouped, openFindings, tally } from './findings';
import { silencedOf } from './silenced';

const WINDOW_MS = 900_000;
const BUCKET_MS = 10_000;
const WORST = 8;
const FINDINGS = 8;

/**
 * Everything that the overview shows, of one target or of all. All but the series is of one moment, however long the
 * history query takes. Throws `invalid-argument` for an unknown target.
 */
export async function overviewOf(runtime: Runtime, target: string | null): Promise<Overview> {
  const nowMs = runtime.now();
  const locks = runtime.locks(target);
  const nodes = runtime.nodes(target);
  const findings = openFindings(runtime, target, nowMs);
  const loud = findings.filter(({ silence }) => silence === null);
  const waiting = new Map(
    locks
      .filter((lock) => lock.findings.length > 0)
      .map(({ id, waiters }) => [id, numberOrNull(waiters.count)]),
  );
  const range = { fromMs: nowMs - WINDOW_MS, toMs: nowMs, bucketMs: BUCKET_MS };
  const [series, worst] = await Promise.all([
    runtime.history.series({ ...range, ...(target !== null && { target }) }),
    Promise.all(
      worstOf(locks).map(async (lock) => ({
        lock,
        waiting: await runtime.history.waitingSeries({ id: lock.id, ...range }),
      })),
    ),
  ]);
  return {
    counts: overviewCountsOf(locks, nodes),
    worst,
    findings: grouped(loud, (id) => waiting.get(id) ?? null).slice(0, FINDINGS),
    tally: tally(loud, locks, nodes),
    silenced: silencedOf(
      findings,
      locks,
      worst.map(({ lock }) => lock.id),
    ),
    series,
    bucketMs: BUCKET_MS,
    horizon: horizonOf(locks, nowMs),
    renewing: locks.filter(({ renewal }) => renewal.count > 0).length,
    nodes,
    coverage: coverageOf(nodes),
    nowMs,
  };
}

/**
 * Locks by state, and the number of locks with a holder that is proven gone. `waiting` sums known counts; null = none is
 * known.
 */
function overviewCountsOf(locks: readonly Lock[], nodes: readonly NodeStatus[]): Overview['counts'] {
  const of = (state: Lock['state']) => locks.filter((lock) => lock.state === state).length;
  return {
    held: locks.filter((lock) => isTaken(lock) && lock.state !== 'free' && lock.state !== 'lost').length,
    waiting: nodes.length === 0 ? UNKNOWN : sumOfKnown(nodes.map(({ waiting }) => waiting)),
    lost: of('lost'),
    atRisk: of('at-risk'),
    contended: of('contended'),
    gone: locks.filter(({ holders }) => holders.some(({ verdict }) => verdict === 'gone')).length,
  };
}

/** The locks that clients have waited for most, then the worst by state. A healthy lock without waiters is not listed. */
function worstOf(locks: readonly Lock[]): Lock[] {
  const bad = locks.filter(
    ({ state, waiterSeconds }) => Boolean(waiterSeconds) || STATE_RANK[state] >= STATE_RANK.contended,
  );
  const order = (a: Lock, b: Lock) =>
    (b.waiterSeconds ?? -1) - (a.waiterSeconds ?? -1) ||
    STATE_RANK[b.state] - STATE_RANK[a.state] ||
    (a.id < b.id ? -1 : 1);
  return bad.sort(order).slice(0, WORST);
}
