import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Heartbeat } from '../../contract/holder';
import type { LockFacts, Reading } from '../../domain/locks/lock-facts';
import { counted } from '../../domain/values/counted';
import { judge } from './judge';

const NOW = 1_000_000;

function facts(change: Partial<LockFacts> = {}, read: Partial<Reading> = {}): LockFacts {
  return {
    reading: {
      atMs: NOW,
      holders: [{ token: 't', tokenUnique: true, label: 't', holdCount: 1 }],
      ttlMs: 30_000,
      deadlineMs: NOW + 30_000,
      slackMs: 0,
      valueDeadlineMs: null,
      ...read,
    },
    firstSeenMs: NOW,
    since: { atMs: NOW, atLeast: false, known: { by: 'event', atMs: NOW } },
    sinceOf: new Map(),
    leaseMs: 30_000,
    healthyFloor: null,
    renewals: { count: 0, lastAtMs: null, gapsMs: [] },
    waiters: { count: counted(null), known: null },
    heartbeats: [],
    silentSinceMs: null,
    ...change,
  };
}

const waiting = (count: number) => ({ count: counted(count), known: { by: 'scan' as const, atMs: NOW } });
const renewedAt = (agoMs: number) => ({ count: 3, lastAtMs: NOW - agoMs, gapsMs: [9_900, 10_000, 10_100] });
const verdict = (of: LockFacts) => {
  const { state, reason, findings } = judge(of, NOW);
  return [state, reason.code, ...findings.map(({ code }) => code)];
};

describe('a holder of a library that always renews', () => {
  const floor = { share: 0.5, always: true };
  const left = (ttlMs: number, change: Partial<LockFacts> = {}) =>
    facts({ healthyFloor: floor, ...change }, { ttlMs, deadlineMs: NOW + ttlMs });

  test('has missed a renewal once its TTL is below its floor, and not a moment sooner', () => {
    expect(verdict(left(15_000))).toEqual(['held', 'none']);
    expect(verdict(left(13_501))).toEqual(['held', 'none']);
    expect(verdict(left(13_499))).toEqual(['at-risk', 'renewal-missed', 'renewal-missed']);
    const { findings } = judge(left(10_000), NOW);
    expect(findings[0]).toMatchObject({ sinceMs: NOW + 10_000 - 13_500 });
    expect(findings[0]?.evidence).toMatchObject([
      { code: 'below-floor', values: { leftMs: 10_000, floorMs: 15_000 } },
    ]);
  });

  test('is judged by a fixed floor where the library has one, and by the lease as far as it was seen', () => {
    expect(verdict(left(60_000, { healthyFloor: { ms: 150_000, always: true }, leaseMs: 180_000 }))[1]).toBe(
      'renewal-missed',
    );
    expect(verdict(left(12_000, { leaseMs: 12_000 }))).toEqual(['held', 'none']);
  });

  test('is told of when time alone brings it there', () => {
    const healthy = left(20_000);
    const at = judge(healthy, NOW).changesAtMs;
    expect(judge(healthy, at - 2).reason.code).toBe('none');
    expect(judge(healthy, at).reason.code).toBe('renewal-missed');
  });

  test('that only may renew, or that shares the lock, has missed nothing', () => {
    expect(verdict(left(1_000, { healthyFloor: { share: 0.5 } }))).toEqual(['held', 'none']);
    const holders = ['a', 'b'].map((token) => ({ token, tokenUnique: true, label: token, holdCount: 1 }));
    const shared = facts({ healthyFloor: floor }, { holders, ttlMs: 1_000, deadlineMs: NOW + 1_000 });
    expect(verdict(shared)).toEqual(['held', 'none']);
  });
});

describe('a key that nobody has the lock of', () => {
  const none = (change: Partial<Reading>) => facts({}, { holders: [], ...change });
  test('is free where that is known, and no risk without TTL', () =>
    expect(verdict(none({ free: true, ttlMs: 'none', deadlineMs: 'none' }))).toEqual(['free', 'none']));
  test('may be held where holders are not written down', () => expect(verdict(none({}))[0]).toBe('held'));
});

describe('the state of a lock', () => {
  test('with lease left is held', () => expect(verdict(facts())).toEqual(['held', 'none']));
  test('with waiters is contended', () =>
    expect(verdict(facts({ waiters: waiting(2) }))).toEqual(['contended', 'waiting']));
  test('without a TTL is at risk', () =>
    expect(verdict(facts({}, { ttlMs: 'none', deadlineMs: 'none' }))).toEqual([
      'at-risk',
      'no-ttl',
      'no-ttl',
    ]));
  test('that keeps its deadline in its value needs no TTL', () =>
    expect(verdict(facts({}, { ttlMs: 'none', deadlineMs: 'none', valueDeadlineMs: NOW + 1 }))).toEqual([
      'held',
      'none',
    ]));
  test('is at risk when that deadline has passed and the key is still there', () =>
    expect(verdict(facts({}, { ttlMs: 'none', deadlineMs: 'none', valueDeadlineMs: NOW - 1 }))).toEqual([
      'at-risk',
      'expired-by-value',
      'expired-by-value',
    ]));
  test('is due, not expired, until Redis confirms', () =>
    expect(verdict(facts({}, { deadlineMs: NOW - 1 }))).toEqual(['held', 'due']));
  test('is unknown while the node is silent, whatever was known before', () =>
    expect(verdict(facts({ silentSinceMs: NOW - 5_000, waiters: waiting(3) }))).toEqual([
      'unknown',
      'node-silent',
      'node-silent',
    ]));
});

describe('a renewal', () => {
  test('is late from 1.4 periods on', () => {
    expect(verdict(facts({ renewals: renewedAt(13_000) }))).toEqual(['held', 'none']);
    expect(verdict(facts({ renewals: renewedAt(14_000) }))).toEqual([
      'at-risk',
      'renewal-late',
      'renewal-late',
    ]);
  });
  test('is never late for a holder that was not seen to renew', () =>
    expect(judge(facts(), NOW + 29_000).reason.code).toBe('none'));
  test('seen once has the period of a third of the lease', () => {
    const { renewal } = judge(facts({ renewals: { count: 1, lastAtMs: NOW - 5_000, gapsMs: [] } }), NOW);
    expect(renewal).toEqual({ count: 1, lastAtMs: NOW - 5_000, periodMs: 10_000, lateBy: 0.5 });
  });
  test('that is late while others wait is a finding of its own', () =>
    expect(verdict(facts({ renewals: renewedAt(20_000), waiters: waiting(1) }))).toEqual([
      'at-risk',
      'renewal-late',
      'renewal-late',
      'waiters-behind-late-holder',
    ]));
});

describe('a holder that is gone', () => {
  const heartbeats = [beatOf({ record: 'present', ageMs: 45_000, readAgoMs: 0, forMs: 0 })];

  test('puts its lock at risk, with its waiters and its late renewal in one finding', () => {
    const of = facts({ heartbeats, renewals: renewedAt(50_000), waiters: waiting(2) });
    expect(verdict(of)).toEqual(['at-risk', 'holder-gone', 'holder-gone']);
    const [finding] = judge(of, NOW).findings;
    expect(finding?.evidence.map(({ code }) => code)).toEqual(['heartbeat-gone', 'renewal-late', 'waiters']);
    expect(finding?.sinceMs).toBe(NOW - 45_000);
  });
  test('counts for more than that its lock never lapses, which is said as well', () =>
    expect(verdict(facts({ heartbeats }, { ttlMs: 'none', deadlineMs: 'none' }))).toEqual([
      'at-risk',
      'holder-gone',
      'no-ttl',
      'holder-gone',
    ]));
  test('does not keep a lock from being due', () =>
    expect(judge(facts({ heartbeats }, { deadlineMs: NOW - 1 }), NOW).reason.code).toBe('due'));
  test('is one of several only where it is the one', () => {
    const held = ['a', 'b'].map((token) => ({ token, tokenUnique: true, label: token, holdCount: 1 }));
    const fresh = beatOf({ record: 'present', ageMs: 1_000, readAgoMs: 0, forMs: 0 });
    const of = facts({ heartbeats: [...heartbeats, fresh] }, { holders: held });
    expect(judge(of, NOW).holders).toEqual(['gone', 'alive']);
    const [finding] = judge(of, NOW).findings;
    expect(finding?.evidence[0]?.values).toMatchObject({ count: 1, total: 2 });
  });
  test('proves nothing of several by a renewal of their key', () => {
    const held = ['a', 'b'].map((token) => ({ token, tokenUnique: true, label: token, holdCount: 1 }));
    expect(judge(facts({ renewals: renewedAt(1_000) }, { holders: held }), NOW).holders).toEqual([
      'unknown',
      'unknown',
    ]);
  });
});

test('a lock that lapses soon under waiters is a finding unless its holder renews', () => {
  const soon = { deadlineMs: NOW + 4_000 };
  expect(verdict(facts({ waiters: waiting(1) }, soon))).toContain('lapses-with-waiters');
  expect(verdict(facts({ waiters: waiting(1), renewals: renewedAt(0) }, soon))).not.toContain(
    'lapses-with-waiters',
  );
});

test('a value that anybody may write identifies nobody', () => {
  const holders = [{ token: '1', tokenUnique: false, label: '1', holdCount: null }];
  expect(verdict(facts({}, { holders }))).toEqual(['held', 'none', 'identifies-nobody']);
});

function beatOf(drawn: {
  record: Heartbeat['record'];
  ageMs: number | null;
  readAgoMs: number;
  forMs: number;
}): Heartbeat {
  const { record, ageMs, readAgoMs, forMs } = drawn;
  const atMs = NOW - readAgoMs;
  const lastMs = ageMs === null ? null : atMs - ageMs;
  return { record, lastMs, beatMs: 10_000, sinceMs: atMs - forMs, known: { by: 'scan', atMs } };
}

const anyFacts = fc
  .record({
    ttl: fc.oneof(fc.constant('none' as const), fc.integer({ min: 0, max: 60_000 })),
    value: fc.option(fc.integer({ min: NOW - 60_000, max: NOW + 60_000 })),
    waiters: fc.option(fc.nat(5)),
    renewals: fc.nat(4),
    ago: fc.nat(60_000),
    silent: fc.option(fc.integer({ min: NOW - 60_000, max: NOW })),
    unique: fc.boolean(),
    heartbeat: fc.option(
      fc.record({
        record: fc.constantFrom<Heartbeat['record']>('present', 'absent', 'deleted', 'lapsed', 'denied'),
        ageMs: fc.option(fc.nat(120_000)),
        readAgoMs: fc.nat(60_000),
        forMs: fc.nat(60_000),
      }),
    ),
  })
  .map(({ ttl, value, waiters, renewals, ago, silent, unique, heartbeat }) =>
    facts(
      {
        waiters: { count: counted(waiters), known: null },
        renewals: {
          count: renewals,
          lastAtMs: renewals > 0 ? NOW - ago : null,
          gapsMs: Array.from({ length: Math.max(0, renewals - 1) }, () => 10_000),
        },
        silentSinceMs: silent,
        heartbeats: heartbeat ? [beatOf(heartbeat)] : [],
      },
      {
        ttlMs: ttl,
        deadlineMs: ttl === 'none' ? 'none' : NOW + ttl,
        slackMs: 0,
        valueDeadlineMs: value,
        holders: [{ token: 't', tokenUnique: unique, label: 't', holdCount: 1 }],
      },
    ),
  );

test('a lock at risk always says why, with evidence; a silent node is never judged', () => {
  fc.assert(
    fc.property(anyFacts, (of) => {
      const { state, reason, findings } = judge(of, NOW);
      if (state === 'at-risk') {
        const cause = findings.find(({ code }) => code === reason.code);
        expect(cause?.severity).toBe('at-risk');
        expect(cause?.evidence.length).toBeGreaterThan(0);
      }
      expect(state === 'unknown').toBe(of.silentSinceMs !== null);
      if (of.silentSinceMs !== null) expect(findings.map(({ code }) => code)).toEqual(['node-silent']);
      const { holders } = judge(of, NOW);
      expect(holders.includes('gone')).toBe(findings.some(({ code }) => code === 'holder-gone'));
      if (of.silentSinceMs !== null) expect(holders).toEqual(['unknown']);
      for (const { sinceMs } of findings) expect(sinceMs).toBeLessThanOrEqual(NOW);
    }),
  );
});

test('time alone never takes back that a renewal is late', () => {
  fc.assert(
    fc.property(anyFacts, fc.nat(100_000), (of, later) => {
      const late = (at: number) => judge(of, at).findings.some(({ code }) => code === 'renewal-late');
      if (late(NOW)) expect(late(NOW + later)).toBe(true);
    }),
  );
});

test('an age that is shown is told anew before it is a tenth out', () => {
  const expired = facts({}, { ttlMs: 'none', deadlineMs: 'none', valueDeadlineMs: NOW - 240_000 });
  const quietMs = judge(expired, NOW).changesAtMs - NOW;
  expect(quietMs).toBeGreaterThan(0);
  expect(quietMs).toBeLessThan(24_000);
});
