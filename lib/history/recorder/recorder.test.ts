import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  SimulatedLocks,
  type Step,
  type TrueHold,
  type TrueWait,
} from '../../../e2e/support/simulated-locks';
import type { HistoryBatch, RollupCounts, RollupWrite, SpanWrite } from '../database/batch';
import { bucketStartOf, eachBucket } from './buckets';
import { mergeBatches } from './merge-batches';

const lock = fc.nat({ max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('acquire' as const), lock, leaseMs: fc.integer({ min: 300, max: 40_000 }) }),
  fc.record({ do: fc.constantFrom('release' as const, 'force' as const, 'renew' as const), lock }),
  fc.record({ do: fc.constant('wait' as const), lock, count: fc.nat({ max: 5 }) }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 9_000 }) }),
);
const histories = fc.array(step, { minLength: 10, maxLength: 120 });

type Interval = { fromMs: number; toMs: number; by: number };

function heldOf(holds: readonly TrueHold[], endMs: number): Interval[] {
  return holds.map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs ?? endMs, by: 1 }));
}

/** Of one lock. */
function waitedOf(waits: readonly TrueWait[], endMs: number): Interval[] {
  return waits.map(({ atMs, count }, i) => ({ fromMs: atMs, toMs: waits[i + 1]?.atMs ?? endMs, by: count }));
}

function byBucket(intervals: readonly Interval[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { fromMs, toMs, by } of intervals)
    eachBucket(fromMs, toMs, (startMs, ms) => sums.set(startMs, (sums.get(startMs) ?? 0) + by * ms));
  return sums;
}

/** Everything that was written, added up as the archive does. */
function writtenBy(run: SimulatedLocks): { rollups: RollupWrite[]; spans: SpanWrite[] } {
  const all = run.batches.map((batch): HistoryBatch => ({ ...batch, horizon: null }));
  const whole = all.reduce((sum, batch) => mergeBatches(sum, batch) ?? sum);
  return { rollups: whole.rollups, spans: whole.spans };
}

function rowsOf(rollups: readonly RollupWrite[], name: string): Map<number, RollupCounts> {
  const ofName = ({ subject }: RollupWrite) =>
    (subject.kind === 'lock' ? subject.lock : subject.kind === 'family' ? subject.family : '') === name;
  return new Map(rollups.filter(ofName).map(({ startMs, counts }) => [startMs, counts]));
}

function ran(steps: readonly Step[]): SimulatedLocks {
  const run = new SimulatedLocks();
  run.run(steps);
  run.pass(25_000 - (run.nowMs % 1_000));
  return run;
}

describe('whatever happens', () => {
  test('each hold is one row that says when it began, when and how it ended, and how often it was renewed', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const run = ran(steps);
        const told = writtenBy(run).spans.map((span) => ({
          ...{ lock: span.lock.slice('test.0.'.length), token: span.token, fromMs: span.from_ms },
          ...{ toMs: span.to_ms, ended: span.ended, renewals: span.to_ms === null ? null : span.renewals },
        }));
        const truth = run.holds.map((hold) => ({
          ...hold,
          renewals: hold.toMs === null ? null : hold.renewals,
        }));
        expect(told.sort(order)).toEqual(truth.sort(order));
      }),
    );
  });

  test('figures of the target and of families are what a recount of the truth gives, bucket by bucket', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const run = ran(steps);
        const { rollups } = writtenBy(run);
        for (const [name, prefix] of [
          ['', ''],
          ['order:*', 'order'],
          ['stock:*', 'stock'],
        ] as const) {
          const mine = ({ lock }: { lock: string }) => lock.startsWith(prefix);
          const rows = rowsOf(rollups, name);
          const holds = run.holds.filter(mine);
          const locks = [...new Set(run.waits.filter(mine).map(({ lock }) => lock))];
          const held = byBucket(heldOf(holds, run.nowMs));
          const waited = byBucket(
            locks.flatMap((one) =>
              waitedOf(
                run.waits.filter(({ lock }) => lock === one),
                run.nowMs,
              ),
            ),
          );
          const starts = new Set([...rows.keys(), ...held.keys(), ...waited.keys()]);
          for (const startMs of starts) {
            // Of a quiet family the bucket that runs is told when it is over.
            if (startMs >= bucketStartOf(run.nowMs)) continue;
            expect(rows.get(startMs)?.held_ms ?? 0).toBe(held.get(startMs) ?? 0);
            expect(rows.get(startMs)?.waiter_ms ?? 0).toBe(waited.get(startMs) ?? 0);
          }
          expect(sumOf(rows, 'acquisitions')).toBe(holds.length);
          expect(sumOf(rows, 'renewals')).toBe(holds.reduce((sum, { renewals }) => sum + renewals, 0));
          for (const [column, kind] of [
            ['releases', 'released'],
            ['lapses', 'expired'],
            ['forced', 'force-released'],
          ] as const) {
            const ends = holds.filter(({ ended }) => ended === kind);
            expect(sumOf(rows, column)).toBe(ends.length);
            for (const [startMs, row] of rows)
              expect(row[column]).toBe(
                ends.filter(({ toMs }) => bucketStartOf(toMs ?? 0) === startMs).length,
              );
          }
        }
      }),
    );
  });

  test('a lock has rows that are whole, and in a bucket without one it was held throughout or not at all', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const run = ran(steps);
        const { rollups } = writtenBy(run);
        const [firstMs = 0, endMs] = [run.batches[0]?.covered?.fromMs, bucketStartOf(run.nowMs)];
        for (const name of new Set(run.holds.map(({ lock }) => lock))) {
          const rows = rowsOf(rollups, `test.0.${name}`);
          const held = byBucket(
            heldOf(
              run.holds.filter(({ lock }) => lock === name),
              run.nowMs,
            ),
          );
          for (let at = bucketStartOf(firstMs); at < endMs; at += 10_000) {
            const watched = 10_000 - Math.max(0, firstMs - at);
            const row = rows.get(at);
            if (row) expect(row).toMatchObject({ held_ms: held.get(at) ?? 0, covered_ms: watched });
            else expect([0, watched]).toContain(held.get(at) ?? 0);
          }
        }
      }),
    );
  });

  test('the target is covered without a gap, and nothing is remembered of what is over', () => {
    fc.assert(
      fc.property(histories, (steps) => {
        const run = ran(steps);
        const covered = run.batches.flatMap((batch) => batch.covered ?? []);
        for (const [i, { fromMs }] of covered.entries()) if (i > 0) expect(fromMs).toBe(covered[i - 1]?.toMs);
        const held = run.holds.filter(({ toMs }) => toMs === null).length;
        run.pass(90_000);
        expect(run.recorder.size()).toBeLessThanOrEqual(held);
      }),
    );
  });
});

function sumOf(rows: ReadonlyMap<number, RollupCounts>, column: keyof RollupCounts): number {
  return [...rows.values()].reduce((sum, row) => sum + row[column], 0);
}

function order(a: { fromMs: number; token: string }, b: { fromMs: number; token: string }): number {
  return a.fromMs - b.fromMs || a.token.localeCompare(b.token);
}
