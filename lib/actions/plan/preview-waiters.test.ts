import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { channelOf, fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';
import { numberOrNull } from '../../domain/values/counted';
import { runAction } from '../run/run-action';
import { preview } from './preview';

const own = await fileRuntime();
const caller = callerAt('127.0.0.1');
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

async function held(): Promise<string> {
  const key = `order:${randomUUID()}:lock`;
  await own.redis.multi().hset(key, `${randomUUID()}:47`, 1).pexpire(key, 60_000).exec();
  return key;
}

function listener() {
  const redis = own.redis.duplicate();
  onTestFinished(() => redis.disconnect());
  return redis;
}

const ofRelease = async (key: string) => {
  const { lock, requires, consequences } = await preview(own.runtime, idOf(key), { action: 'release' });
  return {
    count: numberOrNull(lock.waiters.count),
    typedKey: requires.typedKey,
    codes: consequences.map(({ code }) => code),
  };
};

test('a client that began to wait a moment ago is counted, and keeps the typed key', async () => {
  const key = await held();
  expect(await ofRelease(key)).toMatchObject({ count: 0, typedKey: false });
  for (const [at, subscribe] of [
    (redis: typeof own.redis) => redis.subscribe(channelOf(key)),
    (redis: typeof own.redis) => redis.ssubscribe(channelOf(key)),
  ].entries()) {
    const waiter = listener();
    await subscribe(waiter);
    const shown = await ofRelease(key);
    expect(shown).toMatchObject({ count: at + 1, typedKey: true });
    expect(shown.codes).toContain('waiters-race');
    expect(shown.codes).not.toContain('no-waiters');
  }
});

test('one that stopped waiting a moment ago is not counted any more', async () => {
  const key = await held();
  const waiter = listener();
  await waiter.subscribe(channelOf(key));
  expect(await ofRelease(key)).toMatchObject({ count: 1, typedKey: true });
  await waiter.unsubscribe(channelOf(key));
  expect(await ofRelease(key)).toMatchObject({ count: 0, typedKey: false });
});

test('one that queued a moment ago is counted', async () => {
  const key = await held();
  expect(await ofRelease(key)).toMatchObject({ count: 0 });
  const waiter = `${randomUUID()}:2`;
  await own.redis.rpush(fairQueueOf(key), waiter);
  await own.redis.zadd(fairDeadlinesOf(key), Date.now() + 60_000, waiter);
  expect(await ofRelease(key)).toMatchObject({ count: 1, typedKey: true });
});

test('the act insists on the typed key for one that began to wait after the preview', async () => {
  const key = await held();
  const { seen } = await preview(own.runtime, idOf(key), { action: 'release' });
  await listener().subscribe(channelOf(key));
  const request = { id: idOf(key), action: 'release' as const, body: { seen, reason: '' }, caller };
  await expect(runAction(own.runtime, request)).rejects.toMatchObject({
    code: 'invalid-argument',
    details: { setting: 'typedKey', typedKey: key },
  });
  expect(await own.redis.exists(key)).toBe(1);
});
