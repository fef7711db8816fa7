import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { statusOf, watchesOn } from '../../../e2e/support/watch';

const own = fileServer();
const { started, watching } = watchesOn(() => own.server.url);

test('after any churn, expiry included, the index is what Redis holds', async () => {
  const { collector, problems, events } = await watching();
  const random = (n: number) => Math.floor(Math.random() * n);
  for (let round = 0; round < 40; round++) {
    const pipeline = own.redis.pipeline();
    for (let i = 0; i < 250; i++) {
      const key = `lock:churn:${random(200)}`;
      const act = random(6);
      if (act === 0) pipeline.del(key);
      else if (act === 1) pipeline.pexpire(key, 50 + random(60_000));
      else if (act === 2) pipeline.set(`noise:${random(500)}`, random(1_000));
      else pipeline.set(key, randomUUID(), 'PX', random(4) === 0 ? 20 + random(200) : 60_000, 'NX');
    }
    await pipeline.exec();
  }
  await until('index and Redis agree', async () => {
    const keys = await own.redis.keys('lock:churn:*');
    const values = keys.length > 0 ? await own.redis.mget(keys) : [];
    const held = new Map(keys.flatMap((key, i) => (values[i] ? [[key, values[i]]] : [])));
    const known = collector.locks();
    return (
      known.length === held.size &&
      known.every(({ key, holders }) => held.get(key.text) === holders[0]?.token.text)
    );
  });
  // On a machine that is busy with other things a command may have no answer in time, which the collector says and survives.
  expect(problems.filter((problem) => !problem.includes('Command timed out'))).toEqual([]);
  expect(new Set(events.map(({ seq }) => seq)).size).toBe(events.length);
});

test('20,000 keys are all looked at, locks with any name among them', async () => {
  for (let from = 0; from < 20_000; from += 1_000) {
    await own.redis.mset(Array.from({ length: 1_000 }, (_, i) => [`user:${from + i}`, 'x']).flat());
  }
  await own.redis.multi().hset('checkout', `${randomUUID()}:7`, 1).pexpire('checkout', 600_000).exec();
  const { collector } = started({ commandsPerSecond: 100_000 });
  await until('all contents', () => statusOf(collector).coverage.contents === 1);
  expect(collector.locks().map(({ key }) => key.text)).toContain('checkout');
});

test('the command budget is kept while a keyspace is read', async () => {
  const { collector } = started({ commandsPerSecond: 1_000 });
  await until('it reads', () => statusOf(collector).cost.commandsPerSecond > 0);
  const calls = async () => Number(/total_commands_processed:(\d+)/.exec(await own.redis.info('stats'))?.[1]);
  const [before, since] = [await calls(), performance.now()];
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  const perSecond = ((await calls()) - before) / ((performance.now() - since) / 1000);
  expect(perSecond).toBeLessThan(1_300);
});

test('prefixes that overlap are tracked once, and locks outside them are polled', async () => {
  await own.redis.flushall();
  await own.redis.multi().hset('checkout', `${randomUUID()}:7`, 1).pexpire('checkout', 600_000).exec();
  const { collector } = await watching({ prefixes: ['lock:', 'lock:in:'] });
  const find = (key: string) => collector.locks().find((lock) => lock.key.text === key);
  expect(statusOf(collector)).toMatchObject({ events: 'tracking', eventsNote: null });
  await own.redis.set('lock:in:a', randomUUID(), 'PX', 60_000);
  await until('followed', () => find('lock:in:a'));
  await until('polled', () => find('checkout'));
  await own.redis.del('checkout');
  await until('gone by polling', () => !find('checkout'));
});
