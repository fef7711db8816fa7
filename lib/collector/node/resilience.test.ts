import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { statusOf, watchesOn } from '../../../e2e/support/watch';

let server: RedisServer;
let redis: Redis;
beforeEach(async () => {
  server = await startRedisServer();
  redis = client();
});
afterEach(async () => {
  redis.disconnect();
  await server.close();
});
const { started, watching } = watchesOn(() => server.url);
afterEach(() => server.thaw()); // hooks run in reverse order

function client(options: { username?: string; password?: string } = {}): Redis {
  const opened = new Redis(server.url, { ...options, retryStrategy: () => 50, maxRetriesPerRequest: null });
  opened.on('error', () => {}); // tests stop the server on purpose
  return opened;
}
const token = () => randomUUID();

describe('a server that dies', () => {
  test('turns every row unknown within 3 s, removes none, and they come back by themselves', async () => {
    await redis.set('lock:a', token(), 'PX', 600_000);
    await redis.set('lock:b', '1');
    const { collector, lock, patches, history } = await watching();
    const killedAt = Date.now();
    await server.stop('SIGKILL');
    await until('unknown rows', () => collector.locks().every(({ state }) => state === 'unknown'));
    expect(collector.locks()).toHaveLength(2);
    expect(lock('lock:a')).toMatchObject({
      reason: { code: 'node-silent' },
      findings: [{ code: 'node-silent' }],
    });
    await until('a patch that says so', () => patches.some((at) => at >= killedAt));
    expect(statusOf(collector)).toMatchObject({ state: 'down', events: 'none', waiting: null });
    expect(statusOf(collector).problem).toBeTruthy();

    await server.start();
    await redis.set('lock:a', token(), 'PX', 600_000);
    await until('live again', () => statusOf(collector).state === 'live');
    await until('the lock of now', () => lock('lock:a')?.state === 'held');
    await until('the lost one gone', () => !lock('lock:b'));
    await until('told as lost', async () => {
      const events = await history.events({ limit: 100 });
      return events.find(({ key, kind }) => key === 'lock:b' && kind === 'lost');
    });
    await until('tracking again', () => statusOf(collector).events === 'tracking');
    await redis.set('lock:c', token(), 'PX', 600_000);
    await until('new locks are followed', () => lock('lock:c'));
  });

  test('and never was there is reported, not thrown', async () => {
    await server.stop('SIGKILL');
    const { collector } = started();
    await until('a reason', () => statusOf(collector).problem?.includes('ECONNREFUSED'));
    expect(statusOf(collector).state).not.toBe('live');
    await server.start();
    await until('live', () => statusOf(collector).state === 'live');
  });
});

test('a server that hangs is stale within 3 s, and what changed meanwhile is seen when it goes on', async () => {
  await redis.set('lock:short', token(), 'PX', 4_000);
  await redis.set('lock:long', token(), 'PX', 600_000);
  const { collector, lock, kinds } = await watching();
  server.freeze();
  await until('unknown rows', () => collector.locks().every(({ state }) => state === 'unknown'));
  expect(statusOf(collector).state).toBe('stale');
  expect(collector.locks()).toHaveLength(2);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(lock('lock:short')?.state).toBe('unknown');
  server.thaw();
  await until('held again', () => lock('lock:long')?.state === 'held');
  await until('the other expired', () => kinds('lock:short').at(-1) === 'expired');
  expect(statusOf(collector).state).toBe('live');
});

test('a connection killed by an administrator is opened again with all it needs', async () => {
  const { collector, lock } = await watching();
  for (let round = 0; round < 3; round++) {
    const list = String(await redis.client('LIST'));
    const ids = [...list.matchAll(/^id=(\d+) .*name=lockscope:/gm)].map(([, id]) => id ?? '');
    expect(ids.length).toBeGreaterThanOrEqual(2);
    await redis.client('KILL', 'ID', ids[round % ids.length] ?? '');
    await until('live and tracking', () => {
      const { state, events } = statusOf(collector);
      return state === 'live' && events === 'tracking';
    });
    await redis.set(`lock:after:${round}`, token(), 'PX', 600_000);
    await until('events flow', () => lock(`lock:after:${round}`));
  }
});

test('a flush is told as lost locks, not as releases', async () => {
  for (let i = 0; i < 20; i++) await redis.set(`lock:${i}`, token(), 'PX', 600_000);
  const { collector, events } = await watching();
  await until('all seen', () => events.length === 20);
  await redis.flushall();
  await until('all gone', () => collector.locks().length === 0);
  await until('all told', () => events.length === 40);
  expect(new Set(events.slice(20).map(({ kind }) => kind))).toEqual(new Set(['lost']));
});

describe('a user without the right', () => {
  async function restricted(...rules: string[]): Promise<string> {
    await redis.call('ACL', 'SETUSER', 'narrow', 'on', '>secret', '~*', '&*', '+@all', ...rules);
    return `redis://narrow:secret@127.0.0.1:${server.port}`;
  }

  test('to track changes gets polling, and the note says so', async () => {
    const url = await restricted('-client|tracking');
    const { collector, lock, kinds } = await watching({ url });
    expect(statusOf(collector)).toMatchObject({ state: 'live', events: 'polling' });
    expect(statusOf(collector).eventsNote).toContain('polled');
    await redis.set('lock:polled', token(), 'PX', 600_000);
    await collector.refresh(['lock:polled']);
    expect(lock('lock:polled')).toBeTruthy();
    await redis.del('lock:polled');
    await until('released', () => kinds('lock:polled').includes('released'));
  });

  test('to PUBSUB and PSUBSCRIBE sees waiters as unknown, and the note says so', async () => {
    const url = await restricted('-pubsub', '-psubscribe');
    await redis.multi().hset('order', `${token()}:1`, 1).pexpire('order', 600_000).exec();
    const { collector, lock } = await watching({ url });
    const waiter = client();
    await waiter.subscribe('redisson_lock__channel:{order}');
    await until('a note', () => statusOf(collector).eventsNote?.includes('waiters are not counted'));
    expect(lock('order')?.waiters).toEqual({ count: null, known: null });
    expect(statusOf(collector)).toMatchObject({ state: 'live', waiting: null, events: 'tracking' });
    waiter.disconnect();
  });

  test('to almost anything leaves a live node that shows what it can', async () => {
    const url = await restricted(
      '-info',
      '-dbsize',
      '-client',
      '-pubsub',
      '-subscribe',
      '-psubscribe',
      '-memory',
    );
    await redis.multi().hset('lock:order', `${token()}:1`, 1).pexpire('lock:order', 600_000).exec();
    const { collector, lock } = await watching({ url });
    await until('the lock', () => lock('lock:order'));
    expect(statusOf(collector)).toMatchObject({ state: 'live', keys: null, redisVersion: null });
    expect(JSON.stringify(statusOf(collector))).not.toContain('secret');
  });
});

test('stopping leaves no connection and no timer that writes', async () => {
  const { collector, patches } = await watching();
  const ours = async () => String(await redis.client('LIST')).match(/name=lockscope:/g)?.length ?? 0;
  expect(await ours()).toBeGreaterThanOrEqual(2);
  await collector.stop();
  await until('no connection of ours', async () => (await ours()) === 0);
  const told = patches.length;
  await redis.set('lock:later', token());
  expect(patches.length).toBe(told);
  await collector.stop();
});

test('stopping while the server hangs does not hang', async () => {
  await redis.set('lock:a', token(), 'PX', 600_000);
  const { collector } = await watching();
  server.freeze();
  const reading = collector.refresh(['lock:a']).catch((error: unknown) => error);
  await collector.stop();
  expect(await reading).toBeInstanceOf(Error);
});

test('a listener that throws hurts nobody', async () => {
  const { collector, lock, problems } = await watching();
  collector.onPatch(() => {
    throw new Error('broken listener');
  });
  await redis.set('lock:a', token());
  await until('the problem is told', () => problems.some((text) => text.includes('broken listener')));
  expect(lock('lock:a')).toBeTruthy();
});
