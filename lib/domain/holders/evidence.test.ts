import { describe, expect, test } from 'vitest';
import { aHolder, aLock, aProcess } from '../../../e2e/support/a-lock';
import type { HolderVerdict } from '../../contract/codes';
import type { Evidence } from '../../contract/finding';
import type { Heartbeat } from '../../contract/holder';
import type { Lock } from '../../contract/lock';
import { counted } from '../values/counted';
import { evidenceOf } from './evidence';

const NOW = 1_000_000;

function beat(ageMs: number | null, change: Partial<Heartbeat> = {}): Heartbeat {
  const known = { by: 'scan', atMs: NOW } as const;
  const lastMs = ageMs === null ? null : NOW - ageMs;
  return { record: 'present', lastMs, beatMs: 10_000, sinceMs: NOW - 20_000, known, ...change };
}

function lockWith(heartbeat: Heartbeat | null, verdict: HolderVerdict, change: Partial<Lock> = {}): Lock {
  const holder = aHolder({ verdict, process: aProcess({ app: 'checkout', startMs: 1, heartbeat }) });
  return aLock({ holders: [holder], ...change });
}

const linesOf = (lock: Lock, nowMs = NOW) =>
  evidenceOf(lock, [], nowMs).filter(({ code }) => code.startsWith('heartbeat'));

describe('of a heartbeat', () => {
  test.each([
    ['in time', beat(3_000), 'alive', 'heartbeat', 'good'],
    ['late', beat(20_000), 'alive', 'heartbeat-late', 'at-risk'],
    ['stopped', beat(45_000), 'gone', 'heartbeat-gone', 'at-risk'],
    ['stopped while the holder renews', beat(45_000), 'alive', 'heartbeat-late', 'at-risk'],
    ['taken away', beat(30_000, { record: 'deleted' }), 'gone', 'heartbeat-ended', 'at-risk'],
    [
      'gone for one reason or another',
      beat(30_000, { record: 'lapsed' }),
      'gone',
      'heartbeat-lapsed',
      'at-risk',
    ],
    [
      'gone a moment ago',
      beat(9_000, { record: 'deleted', sinceMs: NOW }),
      'unknown',
      'heartbeat-missing',
      'unknown',
    ],
    ['refused', beat(null, { record: 'denied' }), 'unknown', 'heartbeat-denied', 'unknown'],
    ['that is none', beat(null, { record: 'unreadable' }), 'unknown', 'heartbeat-unreadable', 'unknown'],
  ] as const)('%s one line says so, with when it was read', (_, heartbeat, verdict, code, tone) => {
    expect(linesOf(lockWith(heartbeat, verdict))).toMatchObject([{ code, tone, known: heartbeat.known }]);
  });

  test('that never was there is no evidence of anything', () => {
    expect(linesOf(lockWith(beat(null, { record: 'absent' }), 'unknown'))).toEqual([]);
    expect(linesOf(lockWith(null, 'unknown'))).toEqual([]);
  });

  test('the figure is its age now, and its period', () => {
    expect(linesOf(lockWith(beat(45_000), 'gone'), NOW + 5_000)[0]?.values).toEqual({
      lastMs: 50_000,
      beatMs: 10_000,
    });
  });

  test('a late renewal is said beside it', () => {
    const renewal = { count: 4, lastAtMs: NOW - 40_000, periodMs: 10_000, lateBy: 4 };
    const findings: Lock['findings'] = [
      { code: 'renewal-late', severity: 'at-risk', sinceMs: NOW, evidence: [] },
    ];
    const codes = evidenceOf(lockWith(beat(2_000), 'alive', { renewal, findings }), [], NOW).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(expect.arrayContaining(['heartbeat', 'renewal-late']));
  });
});

test('several holders share a line for each way their heartbeats stand', () => {
  const holders = [beat(45_000), beat(90_000), beat(1_000), null].map((heartbeat, i) =>
    aHolder({
      verdict: (['gone', 'gone', 'alive', 'unknown'] as const)[i],
      process: aProcess({ heartbeat }),
    }),
  );
  expect(linesOf(aLock({ holders }))).toMatchObject([
    { code: 'heartbeat-gone', values: { count: 2, total: 4, lastMs: 45_000 } },
    { code: 'heartbeat', values: { count: 1, total: 4 } },
  ]);
});

test('who holds it is known by the client where its record says so', () => {
  const [line] = evidenceOf(lockWith(beat(0), 'alive'), [], NOW);
  expect(line).toMatchObject({ code: 'holder-known', values: { app: 'checkout' }, known: { by: 'client' } });
});

describe('of several holders or none', () => {
  const codes = (lock: Lock) => evidenceOf(lock, [], NOW).map(({ code }) => code);
  const first = (lock: Lock) => evidenceOf(lock, [], NOW)[0];
  const reader = aHolder({ mode: 'read' });
  const permits = (available: number, held: number | null) => ({ available, held, expired: 0 });

  test('says how many read, and of a writer that reads as well who it is', () => {
    const lock = aLock({ kind: 'read-write', holders: [reader, reader, reader] });
    expect(first(lock)).toMatchObject({ code: 'holder-known', values: { kind: 'readers', count: 3 } });
    const writer = aHolder({ mode: 'write', label: 'worker-7:4711' });
    expect(first({ ...lock, holders: [reader, writer] })?.values).toEqual({
      kind: 'writer',
      holder: 'worker-7:4711',
      count: 1,
    });
  });

  test('a reader past its own lease is said to be, and readers leave no write behind', () => {
    const lock = aLock({ kind: 'read-write', holders: [reader, { ...reader, ttlMs: 0 }] });
    expect(evidenceOf(lock, [], NOW)[1]).toMatchObject({
      code: 'own-lease-over',
      tone: 'at-risk',
      values: { count: 1, total: 2 },
    });
    expect(codes(lock)).not.toContain('write-under-way-unknown');
    const [fit, over] = lock.holders;
    expect(evidenceOf(lock, [], NOW, fit).map(({ code }) => code)).not.toContain('own-lease-over');
    expect(evidenceOf(lock, [], NOW, over)[1]?.values).toEqual({ count: 1, total: 1 });
  });

  test('a reader that keeps writers out is said to be that, once, and renewals without end are no good sign', () => {
    const over = { ...reader, ttlMs: 0 };
    const told: Evidence = {
      ...{
        code: 'reader-without-hold',
        values: { count: 1, total: 2, forMs: 9 },
        tone: 'at-risk',
        known: null,
      },
    };
    const finding = { code: 'zombie-reader', severity: 'at-risk', sinceMs: 1, evidence: [told] } as const;
    const both = aLock({
      kind: 'read-write',
      holders: [reader, over],
      findings: [{ ...finding, evidence: [told] }],
    });
    expect(codes(both).filter((code) => /lease|hold$/.test(code))).toEqual(['reader-without-hold']);
    const renewal = { count: 141, lastAtMs: NOW, periodMs: 10_000, lateBy: 0 };
    const renewed = (lock: Lock) => evidenceOf(lock, [], NOW).find(({ code }) => code === 'renewed')?.tone;
    expect(renewed(aLock({ renewal }))).toBe('good');
    expect(renewed(aLock({ renewal, reason: { code: 'overstaying', values: {} } }))).toBe('neutral');
  });

  test('that none was seen to renew is not said: of several nothing tells whose renewal it was', () => {
    expect(codes(aLock({ holders: [reader, reader] }))).not.toContain('never-renewed');
    expect(codes(aLock())).toContain('never-renewed');
  });

  test('nobody is known to be nobody, and a number of permits names nobody', () => {
    const free = aLock({ kind: 'semaphore', holders: [], expiresAtMs: 'none', ttlMs: 'none' });
    expect(first({ ...free, permits: permits(5, 0) })?.values).toEqual({ kind: 'permits', count: 0 });
    expect(first({ ...free, permits: permits(3, null) })).toMatchObject({
      code: 'holder-unknown',
      values: { kind: 'permits' },
    });
    const latch = { ...free, kind: 'latch' as const, permits: permits(2, null) };
    expect(first(latch)?.values).toEqual({ kind: 'latch', count: 0 });
    expect(codes(latch)).toEqual(['holder-known', 'no-waiters']);
  });

  test('ghosts of a queue stand beside those who wait, and a fencing token beside the last write', () => {
    const waiters = { count: counted(2), known: null };
    const lines = evidenceOf(aLock({ waiters, ghosts: 1, fencingToken: '42' }), [], NOW);
    expect(lines.find(({ code }) => code === 'waiters')?.values).toEqual({ count: 2, ghosts: 1 });
    expect(lines.at(-1)).toMatchObject({ code: 'write-under-way-unknown', values: { token: '42' } });
  });
});

test.each([
  ['unknown', { why: 'unread' }],
  ['held', {}],
] as const)('waiters that are not counted of a lock that is %s: %j', (state, values) => {
  const lock = aLock({ state, waiters: { count: counted(null), known: null } });
  expect(evidenceOf(lock, [], NOW).find(({ code }) => code === 'waiters-unknown')?.values).toEqual(values);
});
