import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { createFair } from '../../locks';
import type { Runtime } from '../runtime/types';

/** How much a time in history may differ from the time on the server, ms; that of reading comes on top. */
const ERROR_MS = 100;

const own = fileServer();
let folder: string;
let runtime: Runtime;

const start = () => startRuntime(own.server.url, { LOCKSCOPE_HISTORY_URL: join(folder, 'history.db') });
const lockOf = (key: string) => runtime.locks().find((lock) => lock.key.text === key);
const idOf = (key: string) => `test.0.${key}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-recording-'));
  runtime = await start();
  await until('everything was looked at', () =>
    runtime.nodes().every(({ coverage }) => coverage.completedAtMs !== null),
  );
});
afterAll(async () => {
  await runtime.close();
  await rm(folder, { recursive: true });
});

async function hold(key: string, leaseMs: number): Promise<number> {
  const beforeMs = Date.now();
  await own.redis.multi().hincrby(key, `${randomUUID()}:1`, 1).pexpire(key, leaseMs).exec();
  await until(`${key} is seen`, () => lockOf(key));
  return beforeMs;
}

async function release(key: string): Promise<number> {
  const beforeMs = Date.now();
  await own.redis.multi().del(key).publish(`redisson_lock__channel:{${key}}`, '0').exec();
  await until(`${key} is seen to go`, () => !lockOf(key));
  return beforeMs;
}

function spansOf(key: string) {
  return runtime.archive.db
    .selectFrom('spans')
    .innerJoin('subjects', 'subjects.id', 'spans.lock')
    .where('subjects.name', '=', idOf(key))
    .selectAll('spans')
    .orderBy('from_ms')
    .execute();
}

/** Its only hold, as it was written when it had ended. */
async function ended(key: string) {
  return until(`the end of ${key} is written`, async () => (await spansOf(key)).find(({ ended }) => ended));
}

function near(ms: number | null, fromMs: number, seenMs: number): void {
  expect(ms).toBeGreaterThanOrEqual(fromMs - ERROR_MS);
  expect(ms).toBeLessThanOrEqual(Math.max(seenMs, fromMs) + ERROR_MS);
}

describe('what happens on a real Redis', () => {
  test('a hold that was released has a row with its times and its lease', async () => {
    const from = await hold('shop:order:1', 30_000);
    const seenMs = Date.now();
    await own.redis.pexpire('shop:order:1', 60_000);
    await until('the renewal is seen', () => lockOf('shop:order:1')?.renewal.count === 1);
    const to = await release('shop:order:1');
    const span = await ended('shop:order:1');
    near(span.from_ms, from, seenMs);
    near(span.to_ms, to, Date.now());
    expect(span).toMatchObject({
      ended: 'released',
      from_known: 'seen',
      renewals: 1,
      no_ttl: 0,
      mode: 'exclusive',
    });
    expect(span.lease_ms).toBeGreaterThan(59_000);
  });

  test('a lease that runs out ends the hold at its deadline, and is an event', async () => {
    const from = await hold('shop:order:2', 400);
    const seenMs = Date.now();
    const span = await ended('shop:order:2');
    expect(span).toMatchObject({ ended: 'expired' });
    near(span.to_ms, from + 400, seenMs + 400);
    const events = await runtime.archive.db
      .selectFrom('events')
      .selectAll()
      .where('lock', '=', span.lock)
      .execute();
    expect(events).toMatchObject([{ kind: 'expired', at_ms: span.to_ms }]);
  });

  test('a forced release is told as forced', async () => {
    await hold('shop:order:3', 30_000);
    runtime.watched('test').collector.expect(idOf('shop:order:3'), 'force-released');
    await release('shop:order:3');
    expect(await ended('shop:order:3')).toMatchObject({ ended: 'force-released' });
  });

  test('waiters are counted, and the time they waited adds up in the hold and in the figures of the target', async () => {
    const waiter = own.redis.duplicate();
    await hold('shop:order:4', 60_000);
    await waiter.subscribe('redisson_lock__channel:{shop:order:4}');
    const fromMs = Date.now();
    await until('it is counted', () => waitingFor(lockOf('shop:order:4')) === 1);
    const countedMs = Date.now();
    await until('it has waited', () => Date.now() - countedMs > 2_000);
    await release('shop:order:4');
    waiter.disconnect();
    const toMs = Date.now();
    const span = await ended('shop:order:4');
    expect(span.waiters_max).toBe(1);
    expect(span.waiter_ms).toBeGreaterThanOrEqual(2_000 - ERROR_MS);
    expect(span.waiter_ms).toBeLessThanOrEqual(toMs - fromMs + ERROR_MS);
    const target = await until('the figures of the target', async () => {
      const { waiterMs, forced, lapses } = await figuresOfTarget();
      return waiterMs > 0 ? { waiterMs, forced, lapses } : undefined;
    });
    expect(target.waiterMs).toBeGreaterThanOrEqual(span.waiter_ms);
    expect(target).toMatchObject({ forced: 1, lapses: 1 });
    const kinds = await runtime.archive.db
      .selectFrom('events')
      .select('kind')
      .where('lock', '=', span.lock)
      .execute();
    expect(kinds.map(({ kind }) => kind)).toContain('contended');
  });

  test('a forced release that gives the lock to the next of a queue is one end and one beginning', async () => {
    const other = own.redis.duplicate();
    const clients = [own.redis, other].map((redis) => createFair({ redis }));
    const [first, second] = clients;
    const held = await first?.acquire('shop:order:9', { waitMs: 0 });
    const next = second?.acquire('shop:order:9', { waitMs: 30_000 });
    await until('the queue is seen', () => waitingFor(lockOf('shop:order:9')) === 1);
    runtime.watched('test').collector.expect(idOf('shop:order:9'), 'force-released');
    await first?.forceRelease('shop:order:9', { token: held?.token ?? '', holdCount: 1 });
    const lease = await next;
    await until('it is seen', () => lockOf('shop:order:9')?.holders[0]?.token.text === lease?.token);
    expect(lockOf('shop:order:9')?.waiters.count, 'told with its queue').toBe(0);
    await lease?.release();
    const spans = await until('both are written', async () => {
      const all = await spansOf('shop:order:9');
      return all.every(({ to_ms }) => to_ms !== null) && all.length > 1 && all;
    });
    expect(spans.map(({ token, ended }) => [token, ended])).toEqual([
      [held?.token, 'force-released'],
      [lease?.token, 'released'],
    ]);
    const waited = await runtime.archive.db
      .selectFrom('waiting')
      .selectAll()
      .where('lock', '=', spans[0]?.lock ?? 0)
      .orderBy('at_ms')
      .execute();
    expect(waited.map(({ waiters }) => waiters)).toEqual([1, 0]);
    for (const client of clients) await client.close();
    other.disconnect();
  });

  test('after a restart of the console a hold goes on, and what went meanwhile ended unseen with the last watch', async () => {
    await hold('shop:order:5', 60_000);
    await hold('shop:order:6', 60_000);
    await until('both are written', async () => {
      return (await spansOf('shop:order:5')).length === 1 && (await spansOf('shop:order:6')).length === 1;
    });
    const [before] = await spansOf('shop:order:5');
    await runtime.close();
    const closedMs = Date.now();
    await own.redis.del('shop:order:6');
    runtime = await start();
    await until('it is seen again', () => lockOf('shop:order:5'));
    const gone = await ended('shop:order:6');
    expect(gone.ended).toBe('unseen');
    expect(gone.to_ms).toBeLessThanOrEqual(closedMs);
    await release('shop:order:5');
    const whole = await ended('shop:order:5');
    expect(whole).toMatchObject({
      id: before?.id,
      from_ms: before?.from_ms,
      from_known: 'seen',
      ended: 'released',
    });
    expect(await spansOf('shop:order:5')).toHaveLength(1);
  });

  test('a restart of the server is an event, and what it took with it was held no longer than it was heard', async () => {
    await hold('shop:order:7', 60_000);
    await own.server.stop('SIGKILL');
    const killedMs = Date.now();
    await until('it is noticed', () => runtime.nodes().some(({ state }) => state !== 'live'));
    // Longer than between two looks of the recorder: a shorter time is an event, and no gap.
    await until('it has been away', () => Date.now() - killedMs > 2_500);
    await own.server.start();
    const span = await ended('shop:order:7');
    expect(['lost', 'unseen']).toContain(span.ended);
    expect(span.to_ms).toBeLessThanOrEqual(killedMs + ERROR_MS);
    const { db } = runtime.archive;
    const events = await until('the restart is written', async () => {
      const all = await db.selectFrom('events').selectAll().where('node', 'is not', null).execute();
      return all.some(({ kind }) => kind === 'restart') && all;
    });
    expect(events.map(({ kind }) => kind)).toContain('unwatched');
    const watches = await db.selectFrom('coverage').selectAll().orderBy('from_ms').execute();
    expect(watches.at(-1)?.from_ms).toBeGreaterThan(killedMs);
    await until('figures tell of the time that was watched, and of no other', async () => {
      const watched = await db.selectFrom('coverage').selectAll().execute();
      const { coveredMs } = await figuresOfTarget();
      return coveredMs === watched.reduce((sum, { from_ms, to_ms }) => sum + to_ms - from_ms, 0);
    });
  });
});

async function figuresOfTarget() {
  const { fn } = runtime.archive.db;
  return runtime.archive.db
    .selectFrom('rollups')
    .innerJoin('subjects', 'subjects.id', 'rollups.subject')
    .where('subjects.kind', '=', 'target')
    .where('tier_ms', '=', 10_000)
    .select([
      fn.sum<number>('waiter_ms').as('waiterMs'),
      fn.sum<number>('forced').as('forced'),
      fn.sum<number>('lapses').as('lapses'),
      fn.sum<number>('covered_ms').as('coveredMs'),
    ])
    .executeTakeFirstOrThrow();
}
