import { beforeAll, describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { type Exposition, expositionOf, valueIn } from '../../../e2e/support/exposition';
import { ownRuntime } from '../../../e2e/support/own-runtime';
import { promtool } from '../../../e2e/support/promtool';
import { until } from '../../../e2e/support/redis-server';
import { preview } from '../../actions/plan/preview';
import { runAction } from '../../actions/run/run-action';
import { createMutex, createReentrant } from '../../locks/index';

const own = ownRuntime();
const scrape = async (): Promise<Exposition> => expositionOf(await own.runtime.metrics.text(own.runtime));
const MUTEX = { target: 'test', format: 'lockscope-mutex' };

/** What has been counted of our mutex; NaN = nothing was. */
async function counted(name: string, labels: Record<string, string> = MUTEX): Promise<number> {
  return valueIn(await scrape(), `lockscope_${name}`, labels) ?? Number.NaN;
}

async function risesBy(amount: number, name: string, work: () => Promise<unknown>): Promise<void> {
  const before = await counted(name);
  await work();
  await until(`${name} rises by ${amount}`, async () => (await counted(name)) === before + amount);
}

describe('what happens to locks is counted', () => {
  beforeAll(async () => {
    await until('changes are told', () => own.runtime.nodes()[0]?.coverage.names === 1);
    await using locks = createMutex({ redis: own.redis });
    const lease = await locks.tryAcquire('warm-up:lock');
    await until('it is seen', () => own.lockOf('warm-up:lock'));
    await lease?.release();
    await until('it was taken', async () => (await counted('releases_total')) === 1);
  });

  test('an acquisition, a renewal, a release and how long it was held', async () => {
    await using locks = createMutex({ redis: own.redis, leaseMs: 20_000 });
    const holds = await counted('hold_seconds_count');
    let lease = await locks.tryAcquire('counted:lock');
    await until('it is held', () => own.lockOf('counted:lock'));
    await risesBy(1, 'renewals_total', async () => lease?.extend(60_000));
    await risesBy(1, 'releases_total', async () => lease?.release());
    expect(await counted('hold_seconds_count')).toBe(holds + 1);
    await risesBy(1, 'acquisitions_total', async () => {
      lease = await locks.tryAcquire('counted:lock');
    });
    await risesBy(1, 'releases_total', async () => lease?.release());
  });

  test('a lease that runs out is a lapse and no release', async () => {
    await using locks = createMutex({ redis: own.redis });
    const releases = await counted('releases_total');
    await risesBy(1, 'lapses_total', () =>
      locks.tryAcquire('lapses:lock', { leaseMs: 300, watchdog: false }),
    );
    expect(await counted('releases_total')).toBe(releases);
  });

  test('the hold time of a lease that runs out is about the lease', async () => {
    const sum = await counted('hold_seconds_sum');
    await using locks = createMutex({ redis: own.redis });
    await risesBy(1, 'lapses_total', () => locks.tryAcquire('timed:lock', { leaseMs: 400, watchdog: false }));
    expect((await counted('hold_seconds_sum')) - sum).toBeGreaterThan(0.2);
  });

  test('a lock that one write hands to another is taken over, and that hold has ended', async () => {
    const [mine, theirs] = ['4e1c'.repeat(8), '9b20'.repeat(8)];
    await own.redis.set('taken:lock', mine, 'PX', 60_000);
    const { format } = await until('it is held', () => own.lockOf('taken:lock'));
    const of = { target: 'test', format: format.id };
    await until('it was seen to be taken', async () => (await counted('acquisitions_total', of)) === 1);
    await own.redis.set('taken:lock', theirs, 'PX', 60_000);
    await until('it is taken over', async () => (await counted('takeovers_total', of)) === 1);
    expect(await counted('hold_seconds_count', of)).toBe(1);
  });

  test('what people do through the console is counted as theirs', async () => {
    await using locks = createMutex({ redis: own.redis, leaseMs: 60_000 });
    await locks.tryAcquire('acted:lock');
    const { id } = await until('it is held', () => own.lockOf('acted:lock'));
    const releases = await counted('releases_total');
    const run = async (action: 'extend' | 'release', leaseMs?: number) => {
      const { seen, typedKey } = await preview(own.runtime, id, { action, leaseMs });
      const body = { seen, typedKey, reason: 'stuck', although: 'alive', leaseMs } as const;
      return runAction(own.runtime, { id, action, body, caller: callerAt('127.0.0.1') });
    };
    await risesBy(1, 'extensions_total', () => run('extend', 120_000));
    await risesBy(1, 'forced_releases_total', () => run('release'));
    expect(await counted('releases_total')).toBe(releases);
  });

  test('counters of a format are there from the first look at it on', async () => {
    await own.redis.set('shedlock-like:lock', 'worker-7', 'PX', 60_000);
    const lock = await until('it is found', () => own.lockOf('shedlock-like:lock'));
    expect(await counted('losses_total', { target: 'test', format: lock.format.id })).toBe(0);
  });
});

describe('what is now is told', () => {
  test('locks by format and state, and who waits', async () => {
    await using locks = createReentrant({ redis: own.redis, leaseMs: 30_000 });
    await using other = createReentrant({ redis: own.redis, leaseMs: 30_000 });
    const lease = await locks.tryAcquire('queue:{7}:lock');
    const waiting = other.acquire('queue:{7}:lock', { waitMs: 60_000 });
    await until('it is contended', () => own.lockOf('queue:{7}:lock')?.state === 'contended');
    const told = await scrape();
    const { format } = own.lockOf('queue:{7}:lock') ?? {};
    const of = { target: 'test', format: format?.id ?? '' };
    expect(valueIn(told, 'lockscope_locks', { ...of, state: 'contended' })).toBe(1);
    expect(valueIn(told, 'lockscope_locks', { ...of, state: 'held' })).toBe(0);
    expect(valueIn(told, 'lockscope_waiting_clients')).toBe(1);
    const family = { family: 'queue:{*}:lock' };
    expect(valueIn(told, 'lockscope_family_waiting_clients', family)).toBe(1);
    expect(valueIn(told, 'lockscope_family_locks', family)).toBe(1);
    await lease?.release();
    await (await waiting).release();
    await until('nobody has it', () => !own.lockOf('queue:{7}:lock'));
    const after = await scrape();
    expect(valueIn(after, 'lockscope_family_locks', family)).toBeUndefined();
    expect(valueIn(after, 'lockscope_locks', { ...of, state: 'contended' })).toBe(0);
  });

  test('findings without those that are silenced', async () => {
    await own.redis.set('for-ever:lock', 'c41f'.repeat(8));
    await until('it is found', () => own.codesOf('for-ever:lock').includes('no-ttl'));
    const of = { code: 'no-ttl', severity: 'at-risk' };
    expect(valueIn(await scrape(), 'lockscope_findings', of)).toBe(1);
    const silence = {
      ...{
        code: 'no-ttl' as const,
        target: 'test',
        scope: { kind: 'all' as const },
        reason: 'known',
        by: 'us',
      },
      ...{ untilMs: Date.now() + 60_000, createdMs: Date.now() },
    };
    await own.runtime.silences.add(silence);
    const told = await scrape();
    expect(valueIn(told, 'lockscope_findings', of)).toBeUndefined();
    expect(valueIn(told, 'lockscope_findings_silenced', { target: 'test' })).toBe(1);
    expect(valueIn(told, 'lockscope_silences', { target: 'test' })).toBe(1);
  });

  test('the server, and what we cost it', async () => {
    const told = await scrape();
    const value = (name: string) => valueIn(told, `lockscope_node_${name}`) ?? Number.NaN;
    expect(value('up')).toBe(1);
    expect(value('commands_total')).toBeGreaterThan(10);
    expect(value('traffic_bytes_total')).toBeGreaterThan(100);
    expect(value('event_gaps_total')).toBe(0);
    expect(value('memory_used_bytes')).toBeGreaterThan(100_000);
    expect(value('memory_limit_bytes')).toBeNaN();
    expect(Math.abs(value('clock_offset_seconds'))).toBeLessThan(5);
    expect(valueIn(told, 'lockscope_node_events', { source: 'tracking' })).toBe(1);
    expect(valueIn(told, 'lockscope_node_coverage_ratio', { part: 'names' })).toBe(1);
  });

  test('the console, its history, its listeners and its process', async () => {
    const leave = own.runtime.live.subscribe({ send: () => {}, end: () => {} }, null);
    const told = await scrape();
    leave();
    expect(valueIn(told, 'lockscope_stream_clients')).toBe(1);
    expect(valueIn(told, 'lockscope_history_ok')).toBe(1);
    expect(valueIn(told, 'lockscope_target_info', { target: 'test', topology: 'standalone' })).toBe(1);
    expect(valueIn(told, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(valueIn(await scrape(), 'lockscope_stream_clients')).toBe(0);
  });
});

test('Prometheus finds nothing wrong with the answer', async (context) => {
  const text = await own.runtime.metrics.text(own.runtime);
  expect(promtool(context, ['check', 'metrics'], text)).toEqual({ code: 0, text: '' });
  expect(promtool(context, ['check', 'metrics'], `${text}\nlockscope_up{`).code).not.toBe(0);
});
