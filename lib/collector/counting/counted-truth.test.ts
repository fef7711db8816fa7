import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { expect, type TestContext, test } from 'vitest';
import { countedWatch } from '../../../e2e/support/counted-facts';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { scripts } from '../../redis/scripts.generated';

const WORKERS = 12;
const TURNS = 60;
const KEYS = 5;

type Truth = { acquisitions: number; renewals: number; releases: number; lapses: number };

/** Takes hot locks in turn with others; every answer of Redis says what happened. */
async function work(redis: Redis, isHash: boolean, truth: Truth): Promise<void> {
  const me = isHash ? `${randomUUID()}:1` : randomUUID();
  const take = (key: string, ms: number) =>
    isHash
      ? redis.eval(scripts.acquireReentrant.text, 1, key, me, ms, 1)
      : redis.eval(scripts.acquireString.text, 1, key, me, ms);
  for (let turn = 0; turn < TURNS; turn++) {
    const key = `hot:${isHash ? 'hash' : 'text'}:lock:${randomInt(KEYS)}`;
    const expires = randomInt(6) === 0;
    const [code] = (await take(key, expires ? 40 : 60_000)) as [number];
    if (code !== 1) {
      await sleep(randomInt(8));
      continue;
    }
    truth.acquisitions += 1;
    if (expires) {
      const has = () => (isHash ? redis.hexists(key, me) : redis.get(key).then((token) => token === me));
      await until('it is over', async () => !(await has()));
      truth.lapses += 1;
      continue;
    }
    await sleep(randomInt(25));
    for (let i = randomInt(3); i > 0; i--) {
      if ((await redis.pexpire(key, 60_000 + i)) === 1) truth.renewals += 1;
      await sleep(4 + randomInt(8));
    }
    const gone = await redis.del(key);
    truth.releases += gone;
  }
}

/** Hot locks of two kinds under a console; `change` = its command budget. */
async function hot(context: TestContext, commandsPerSecond: number) {
  const { server, connect } = await ownServer(context, ['--notify-keyspace-events', 'EA']);
  const watched = countedWatch(server.url, { commandsPerSecond });
  context.onTestFinished(() => watched.collector.stop());
  await until('events count', () => watched.status().coverage.countedBy === 'events');
  const truth: Truth = { acquisitions: 0, renewals: 0, releases: 0, lapses: 0 };
  const workers = Array.from({ length: WORKERS }, (_, i) => work(connect(), i % 2 === 0, truth));
  await Promise.all(workers);
  return { truth, redis: connect(), ...watched };
}

for (const [title, budget] of [
  ['each change is read', 20_000],
  ['few are read', 400],
] as const) {
  test.concurrent(`hot locks in many hands, of which ${title}: every figure is the truth`, async (context) => {
    const { truth, figures, collector, redis } = await hot(context, budget);
    await until(
      'all is counted',
      () => figures().releases >= truth.releases && figures().lapses >= truth.lapses,
    );
    await until('none is listed', () => collector.locks().length === 0);
    expect(truth.acquisitions).toBeGreaterThan(200);
    expect(figures()).toMatchObject({ ...truth, lost: 0, forced: 0, taken_over: 0, extensions: 0 });
    // Nothing was added later by a reading.
    await redis.call('SET', 'hot:text:lock:0', randomUUID(), 'PX', 60_000, 'NX');
    await until('the last is listed', () => collector.locks().length === 1);
    expect(figures()).toMatchObject({ ...truth, acquisitions: truth.acquisitions + 1 });
  });
}
