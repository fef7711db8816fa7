import type { Redis } from 'ioredis';
import { describe, expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import type { NodeFindingCode } from '../../contract/finding-codes';
import type { NodeFinding } from '../../contract/nodes';
import { createBudget } from '../keys/budget';
import { readNodeFacts } from '../keys/node-facts';
import { createDoctor } from './doctor';

/** A doctor that reads its server when the test says so, with clocks that the test sets. */
function doctorOf(redis: Redis, inGroup = false) {
  const clock = { wallMs: 0, monotonicMs: 0 };
  const now = () => Date.now() + clock.wallMs;
  let facts: Awaited<ReturnType<typeof readNodeFacts>> | null = null;
  const doctor = createDoctor({
    server: {
      redis,
      budget: createBudget(10_000, now),
      now,
      address: () => 'here',
      monotonic: () => performance.now() + clock.monotonicMs,
    },
    facts: { last: () => facts },
    progress: { completedAtMs: null },
    target: inGroup ? { votesAs: 'this', readOnly: true } : { readOnly: true },
    locks: { entries: () => [], channelOf: () => undefined },
  });
  async function read() {
    facts = await readNodeFacts(redis, now);
    doctor.again();
    await doctor.poll();
    return doctor.says({
      up: true,
      notes: [],
      mixed: new Set(),
      replicas: null,
      changes: { reported: 0, seen: 1, counted: 0 },
    });
  }
  async function found(code: NodeFindingCode): Promise<NodeFinding | undefined> {
    return (await read()).findings.find((each) => each.code === code);
  }
  return { clock, doctor, read, found };
}

const shown = (finding: NodeFinding | undefined) =>
  finding?.evidence.map(({ code, values }) => ({ code, ...values }));

async function bench(context: TestContext, args: string[] = [], inGroup = false) {
  const own = await ownServer(context, args);
  const redis = own.connect();
  return { ...own, redis, ...doctorOf(redis, inGroup) };
}

describe.concurrent('the health of a server', () => {
  test('is nothing while it does not answer, and what was known of it stays', async (context) => {
    const { doctor, read } = await bench(context, [
      '--maxmemory',
      '1gb',
      '--maxmemory-policy',
      'allkeys-lru',
    ]);
    expect((await read()).findings.map(({ code }) => code)).toEqual(['evictable-locks']);
    const silent = doctor.says({
      up: false,
      notes: [],
      mixed: new Set(),
      replicas: null,
      changes: { reported: 0, seen: 1, counted: 0 },
    });
    expect(silent).toMatchObject({ findings: [], health: { memory: { policy: 'allkeys-lru' } } });
  });

  test('keeps the moment from which a finding is open', async (context) => {
    const { redis, found } = await bench(context, [
      '--maxmemory',
      '1gb',
      '--maxmemory-policy',
      'allkeys-lru',
    ]);
    const first = await found('evictable-locks');
    expect((await found('evictable-locks'))?.sinceMs).toBe(first?.sinceMs);
    await redis.config('SET', 'maxmemory-policy', 'noeviction');
    expect(await found('evictable-locks')).toBeUndefined();
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    expect((await found('evictable-locks'))?.sinceMs).toBeGreaterThan(first?.sinceMs ?? 0);
  });

  test('asks ten seconds apart, however often it is called', async (context) => {
    const { redis, doctor, read, clock } = await bench(context);
    await read();
    const calls = async () => Number(/cmdstat_time:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]);
    const asked = async () => (await calls()) - 1; // less one call of the rights test
    for (let i = 0; i < 5; i++) await doctor.poll();
    expect(await asked()).toBe(3);
    clock.wallMs += 10_000;
    await doctor.poll();
    expect(await asked()).toBe(6);
  });

  test('nearly full of memory is found, and gone once its command has made room', async (context) => {
    const { redis, found } = await bench(context);
    await redis.setrange('filler', 5_000_000, 'x'); // a sent value counts twice until its buffer is freed
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
    await redis.config('SET', 'maxmemory', String(Math.ceil(used / 0.95)));
    const finding = await found('memory-nearly-full');
    expect(finding?.evidence[0]?.values.percent).toBeGreaterThanOrEqual(91);
    expect(shown(finding)?.[1]).toEqual({ code: 'eviction-policy', policy: 'noeviction' });
    await redis.call(...((finding?.command ?? '').split(' ') as [string, ...string[]]));
    expect(await found('memory-nearly-full')).toBeUndefined();
  });

  test('of a Redlock member with snapshots alone says that a crash forgets votes', async (context) => {
    const { redis, found } = await bench(context, ['--save', '3600', '1'], true);
    const finding = await found('aof-not-always');
    expect(shown(finding)).toContainEqual({ code: 'snapshots-only' });
    await redis.call(...((finding?.command ?? '').split(' ') as [string, ...string[]]));
    expect(await found('aof-not-always')).toBeUndefined();
  });
});

describe.concurrent('the replicas of a primary', () => {
  async function replicated(context: TestContext) {
    const primary = await bench(context);
    const replica = await ownServer(context, ['--replicaof', '127.0.0.1', String(primary.server.port)]);
    await until('the replica is online', async () =>
      (await primary.redis.info('replication')).includes('state=online'),
    );
    const address = `127.0.0.1:${replica.server.port}`;
    return { ...primary, replica, address };
  }

  test('need not have what it accepts, until min-replicas-to-write says so', async (context) => {
    const { redis, found } = await replicated(context);
    const finding = await found('writes-unreplicated');
    expect(finding).toMatchObject({ severity: 'info' });
    await redis.call(...((finding?.command ?? '').split(' ') as [string, ...string[]]));
    expect(await found('writes-unreplicated')).toBeUndefined();
  });

  test('that freeze are found with address, bytes and seconds, until they catch up', async (context) => {
    const { redis, read, found, replica, address, clock } = await replicated(context);
    await read();
    replica.server.freeze();
    context.onTestFinished(() => replica.server.thaw());
    await redis.set('lock:a', 'x'.repeat(1_000));
    expect(await found('replica-lags'), 'it may still catch up').toBeUndefined();
    clock.wallMs += 6_000;
    const finding = await found('replica-lags');
    expect(shown(finding)).toEqual([
      {
        code: 'replica-behind',
        replica: address,
        behindBytes: expect.any(Number),
        forMs: expect.any(Number),
      },
    ]);
    expect(finding?.evidence[0]?.values.behindBytes).toBeGreaterThan(1_000);
    expect(finding?.evidence[0]?.values.forMs).toBeGreaterThanOrEqual(6_000);
    replica.server.thaw();
    await until('it has caught up', async () => !(await found('replica-lags')));
  });

  test('that keep up with a busy primary are not found, however late one looks', async (context) => {
    const { redis, found, clock } = await replicated(context);
    for (let i = 0; i < 5; i++) {
      for (let n = 0; n < 50; n++) await redis.set('filler', 'x'.repeat(20_000));
      clock.wallMs += 10_000;
      expect(await found('replica-lags')).toBeUndefined();
      await redis.wait(1, 2_000);
    }
  });

  test('that die are found as gone, until they are back', async (context) => {
    const { redis, read, found, replica, address } = await replicated(context);
    await read();
    await replica.server.stop('SIGKILL');
    await until('the primary knows', async () => !(await redis.info('replication')).includes('state=online'));
    expect(shown(await found('replica-lags'))).toEqual([
      { code: 'replica-gone', replica: address, forMs: expect.any(Number) },
    ]);
    await replica.server.start();
    await until('it is back', async () => !(await found('replica-lags')));
  });

  test('say themselves that they have lost their primary', async (context) => {
    const { server, replica } = await replicated(context);
    const { found, read } = doctorOf(replica.connect());
    expect((await read()).health?.replication).toMatchObject({
      role: 'replica',
      follows: true,
      replicas: null,
    });
    await server.stop('SIGKILL');
    await until('it is found', () => found('replica-lags'));
    expect(shown(await found('replica-lags'))).toEqual([{ code: 'primary-lost' }]);
    await server.start();
    await until('it follows again', async () => !(await found('replica-lags')));
  });
});

describe.concurrent('the clock of a server', () => {
  test('near the console’s is not found, and the skew is told with its error', async (context) => {
    const { read } = await bench(context);
    const { health, findings } = await read();
    expect(Math.abs(health?.clock?.skewMs ?? 1_000)).toBeLessThan(500);
    expect(health?.clock?.errorMs).toBeGreaterThan(0);
    expect(findings.map(({ code }) => code)).not.toContain('clock-skew');
  });

  test('that is off is found with the direction, until it is right again', async (context) => {
    const { found, clock } = await bench(context);
    clock.wallMs = 3_000;
    const finding = await found('clock-skew');
    expect(finding?.evidence[0]).toMatchObject({ code: 'clock-behind' });
    expect(Math.abs(Number(finding?.evidence[0]?.values.offMs) - 3_000)).toBeLessThan(500);
    clock.wallMs = -3_000;
    expect((await found('clock-skew'))?.evidence[0]?.code).toBe('clock-ahead');
    clock.wallMs = 0;
    expect(await found('clock-skew')).toBeUndefined();
  });

  test('that is set is found for ten minutes', async (context) => {
    const { read, found, clock } = await bench(context);
    await read();
    // Two seconds pass for the console and none on the server.
    clock.wallMs += 2_000;
    clock.monotonicMs += 2_000;
    const finding = await found('clock-jump');
    expect(finding?.evidence[0]?.code).toBe('clock-set-back');
    expect(Math.abs(Number(finding?.evidence[0]?.values.byMs) - 2_000)).toBeLessThan(500);
    expect((await found('clock-jump'))?.sinceMs).toBe(finding?.sinceMs);
    clock.wallMs += 601_000;
    clock.monotonicMs += 601_000;
    const later = await found('clock-jump');
    expect(later?.sinceMs, 'the next one').not.toBe(finding?.sinceMs);
  });

  test('is not blamed for the console’s own clock being set, nor for the console having slept', async (context) => {
    const { read, found, clock } = await bench(context);
    await read();
    clock.wallMs += 5_000;
    expect(await found('clock-jump')).toBeUndefined();
    expect(await found('clock-skew')).toBeDefined();
    clock.monotonicMs -= 60_000;
    expect(await found('clock-jump')).toBeUndefined();
  });
});
