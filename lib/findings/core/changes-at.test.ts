import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Evidence } from '../../contract/finding';
import { LOCK_FINDINGS } from '../../contract/finding-codes';
import type { Heartbeat } from '../../contract/holder';
import type { Known } from '../../contract/leaves';
import type { ReadAs } from '../../domain/locks/collision';
import type { LockFacts, NextInLine, ReadHolder } from '../../domain/locks/lock-facts';
import { counted } from '../../domain/values/counted';
import { judge } from './judge';

const NOW = 100_000_000;
const RUNS = 3_000;

/** Epoch ms within so long of now; `edges` = distances at which rules change their minds. */
const around = (withinMs: number, ...edges: number[]) =>
  fc
    .oneof(
      { weight: 4, arbitrary: fc.integer({ min: -withinMs, max: withinMs }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(0, ...edges).chain((ms) => fc.integer({ min: ms - 1, max: ms + 1 })),
      },
    )
    .map((ms) => NOW + ms);
const past = (withinMs: number, ...edges: number[]) =>
  around(withinMs, ...edges).map((atMs) => NOW - Math.abs(NOW - atMs));
const maybe = <T>(arbitrary: fc.Arbitrary<T>, weight = 2) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight, arbitrary });
const read: Known = { by: 'read', atMs: NOW };
const waits: Evidence = { code: 'waits-for', values: {}, tone: 'lost', known: null };
const use: ReadAs = {
  ...{ formatId: 'f', library: 'L', named: true, unknown: false, alternatives: [], atMs: NOW },
  type: 'hash',
  confidence: 'certain',
};

const holder: fc.Arbitrary<ReadHolder> = fc.record({
  token: fc.constantFrom('a', 'b', 'c'),
  tokenUnique: fc.boolean(),
  label: maybe(fc.constant('x')),
  holdCount: fc.constant(1),
  ...{ deadlineMs: fc.constantFrom(0, NOW + 9_000, 'none' as const), reads: fc.constant(true) },
});

const heartbeat: fc.Arbitrary<Heartbeat> = fc
  .record({
    record: fc.constantFrom<Heartbeat['record'][]>('present', 'present', 'absent', 'deleted', 'lapsed'),
    beatMs: maybe(fc.constantFrom(5_000, 10_001, 20_000), 9),
    ...{ readAtMs: past(60_000, 30_000), agoMs: fc.nat(90_000), forMs: fc.nat(60_000) },
  })
  .map(({ record, beatMs, readAtMs, agoMs, forMs }) => {
    const known = { by: 'scan', atMs: readAtMs } as const;
    return { record, beatMs, lastMs: readAtMs - agoMs, sinceMs: readAtMs - forMs, known };
  });

const renewals: fc.Arbitrary<LockFacts['renewals']> = fc
  .record({
    count: fc.integer({ min: -6, max: 9 }),
    lastAtMs: past(20_000, 14_000),
    gapsMs: fc.array(fc.integer({ min: 9_998, max: 10_003 }), { minLength: 1, maxLength: 5 }),
  })
  .map((seen) => (seen.count <= 0 ? { count: 0, lastAtMs: null, gapsMs: [] } : seen));

const next: fc.Arbitrary<NextInLine> = fc.record({
  ...{ token: fc.constant('n'), label: fc.constant('n'), atMs: fc.constant(NOW) },
  ...{ deadlineMs: maybe(around(60_000), 9), unheardSinceMs: maybe(past(5_000, 2_000), 9) },
});

const anyFacts: fc.Arbitrary<LockFacts> = fc
  .record({
    holders: fc.oneof(fc.tuple(holder), fc.array(holder, { maxLength: 3 })),
    deadlineMs: fc.oneof(around(60_000, 5_000), fc.constant('none' as const)),
    valueDeadlineMs: maybe(around(60_000)),
    since: maybe(fc.record({ atMs: past(3_000_000), atLeast: fc.boolean(), known: fc.constant(read) })),
    leaseMs: maybe(fc.integer({ min: 1, max: 60_000 }), 9),
    healthyFloor: maybe(fc.record({ share: fc.constantFrom(0.5, 2 / 3), always: fc.constant(true) }), 4),
    waiters: maybe(fc.nat(2), 3).map((count) => ({ count: counted(count), known: read })),
    collision: maybe(
      fc.record({ sinceMs: past(3_000_000), now: fc.constant(use), before: fc.constant(use) }),
      1,
    ),
    stuckIn: maybe(
      fc.record({ certain: fc.boolean(), sinceMs: past(60_000), evidence: fc.constant([waits]) }),
      1,
    ),
    crossed: maybe(fc.record({ sinceMs: past(60_000), times: fc.nat(9), evidence: fc.constant([waits]) }), 1),
    usual: maybe(fc.record({ p99Ms: fc.constantFrom(333.3, 500_000), count: fc.constant(100) }), 6),
    fenceBack: maybe(
      fc.record({ highest: fc.constant('9'), token: fc.constant('3'), sinceMs: past(60_000) }),
      1,
    ),
    silentSinceMs: maybe(past(60_000), 1),
    age: fc.record({ readAtMs: past(60_000), unreadFromMs: around(60_000).map((atMs) => atMs + 50_000) }),
    ...{
      renewals,
      next: maybe(next, 1),
      heartbeats: fc.tuple(maybe(heartbeat, 4)),
      deadReadersStay: fc.boolean(),
    },
  })
  .map(({ holders, deadlineMs, valueDeadlineMs, collision, usual, ...rest }) => ({
    ...rest,
    reading: {
      ...{ holders, deadlineMs, valueDeadlineMs, atMs: NOW, slackMs: 0 },
      ttlMs: deadlineMs === 'none' ? 'none' : Math.max(0, deadlineMs - NOW),
    },
    ...{ firstSeenMs: NOW - 3_600_000, sinceOf: new Map() },
    collision: collision && { ...collision, beside: null },
    usual: usual && { ...usual, windowMs: 86_400_000, atMs: NOW },
  }));

/** What is told of a lock but for figures that run on. */
function toldAt(facts: LockFacts, atMs: number) {
  const { state, reason, findings, holders } = judge(facts, atMs);
  return { state, reason: reason.code, findings: findings.map(({ code }) => code), holders };
}

test('time alone changes nothing of what is told before the moment that is named, whatever is found', () => {
  const found = new Set<string>();
  fc.assert(
    fc.property(anyFacts, fc.nat(100_000), (facts, afterMs) => {
      const { changesAtMs, findings } = judge(facts, NOW);
      for (const { code } of findings) found.add(code);
      const lastMs = Math.min(Math.ceil(changesAtMs) - 1, NOW + 10_000_000);
      if (lastMs <= NOW) return;
      for (const atMs of [lastMs, Math.min(lastMs, NOW + afterMs)])
        expect(toldAt(facts, atMs)).toEqual(toldAt(facts, NOW));
    }),
    { numRuns: RUNS },
  );
  expect(LOCK_FINDINGS.filter((code) => !found.has(code))).toEqual([]);
});
