import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileServer } from '../../../e2e/support/file-server';
import { recordOf, recordsOn } from '../../../e2e/support/records-bench';
import { until } from '../../../e2e/support/redis-server';
import { heartbeatStateOf } from '../../domain/holders/judge-holder';
import { processKeyOf } from '../../domain/keys/process-record';

const own = fileServer();
afterEach(() => own.redis.flushall());
const { beat, setup } = recordsOn(() => own.redis);
const { opened } = closing();

test('a process that holds locks is read at once, then once a heartbeat, however often it is asked for', async () => {
  const id = randomUUID();
  await beat(id, 400);
  const all = setup([id]);
  for (let second = 0; second < 60; second++) {
    await all.records.poll();
    await all.records.poll();
    if (second % 10 === 9) await beat(id, 400);
    all.pass(1_000);
  }
  expect(all.read.length).toBeGreaterThanOrEqual(5);
  expect(all.read.length).toBeLessThanOrEqual(7);
  expect(all.different).toEqual([id]);
  expect(all.records.of(id)).toMatchObject({ record: { app: 'checkout', pid: 4711 } });
});

test('a process that never had a record is asked ever more seldom', async () => {
  const id = randomUUID();
  const all = setup([id]);
  for (let second = 0; second < 600; second++) {
    await all.records.poll();
    all.pass(1_000);
  }
  expect(recordOf(all, id)).toBe('absent');
  expect(all.read.length).toBeLessThanOrEqual(6);
  expect(all.different).toEqual([]);
});

test('a record that was there and is gone ends its process only when it is not written again', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  await own.redis.del(processKeyOf(id));
  all.pass(11_000);
  await all.records.poll();
  expect(recordOf(all, id)).toBe('deleted');
  expect(heartbeatStateOf(all.records.of(id)?.heartbeat ?? null)).toBe('missing');
  all.pass(12_000);
  await all.records.poll();
  expect(heartbeatStateOf(all.records.of(id)?.heartbeat ?? null)).toBe('ended');
  expect(all.records.of(id)?.record?.app).toBe('checkout');
});

test('a server that lost its data makes no process look ended', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  await own.redis.flushall();
  all.records.wiped();
  expect(all.records.of(id)).toBeNull();
  for (const ms of [0, 20_000, 20_000]) {
    all.pass(ms);
    await all.records.poll();
  }
  expect(recordOf(all, id)).toBe('absent');
});

test('a process that holds no lock any more is forgotten', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  all.using.clear();
  all.pass(30_000);
  await all.records.poll();
  expect(all.records.of(id)).toBeNull();
  expect(all.read).toEqual([id]);
});

test('a clock that is set back does not stop the reading', async () => {
  const id = randomUUID();
  await beat(id);
  const all = setup([id]);
  await all.records.poll();
  all.pass(-3_600_000);
  await all.records.poll();
  expect(all.read).toEqual([id, id]);
});

test('many processes are read a few at a time, the longest unread first, within a tenth of the budget', async () => {
  const ids = Array.from({ length: 1_000 }, () => randomUUID());
  const all = setup(ids, { commandsPerSecond: 800 });
  for (let second = 0; second < 10; second++) {
    const before = all.read.length;
    for (let i = 0; i < 4; i++) {
      await all.records.poll();
      all.pass(250);
    }
    expect((all.read.length - before) * 2).toBeLessThanOrEqual(80);
  }
  expect(all.read.length).toBe(400);
  expect(new Set(all.read).size).toBe(400);
});

test('what is asked for is read now, unless that was done a moment ago', async () => {
  const id = randomUUID();
  const all = setup([id]);
  await all.records.look([id], 10_000);
  await all.records.look([id], 10_000);
  expect(all.read).toEqual([id]);
  await beat(id, 45_000);
  await all.records.look([id], 0);
  expect(heartbeatStateOf(all.records.of(id)?.heartbeat ?? null)).toBe('silent');
});

test('a connection that fails is told once, and the reading goes on when it is back', async () => {
  const id = randomUUID();
  await beat(id);
  const client = opened(new Redis(own.server.url, { enableOfflineQueue: false }));
  client.on('error', () => {}); // it is broken on purpose
  const all = setup([id], { client });
  await expect(all.records.poll()).rejects.toThrow();
  all.pass(3_000);
  await all.records.poll();
  await until('connected', () => client.status === 'ready');
  all.pass(3_000);
  await all.records.poll();
  expect(recordOf(all, id)).toBe('present');
});
