import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { watchesOn } from '../../../e2e/support/watch';
import { mutexTokens } from '../../domain/keys/mutex-token';
import { fairDeadlinesOf, fairQueueOf } from '../../domain/keys/redisson-names';

const own = fileServer();
afterEach(() => own.redis.flushall());
const { watching } = watchesOn(() => own.server.url);

const OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';
const tokenOf = mutexTokens({ processId: randomUUID(), host: 'web-1', pid: 31 });
let made = 0;
const mutexToken = () => tokenOf(++made);

async function holdHash(key: string): Promise<void> {
  await own.redis.multi().hset(key, OWNER, 1).pexpire(key, 60_000).exec();
}

type Shown = Awaited<ReturnType<typeof watching>>;
async function collisionOf({ lock }: Shown, key: string) {
  await until('the collision', () => lock(key)?.findings.some(({ code }) => code === 'key-collision'));
  const shown = lock(key);
  const finding = shown?.findings.find(({ code }) => code === 'key-collision');
  if (!shown || !finding) throw new Error('it went again');
  return { shown, lines: finding.evidence.map(({ code, values }) => ({ code, ...values })), finding };
}

test('a lock that another library took without a release is a finding, with both readings and when', async () => {
  const watched = await watching();
  await holdHash('order:1');
  await until('the first lock', () => watched.lock('order:1')?.format.id === 'redisson-lock');
  await own.redis.multi().del('order:1').set('order:1', mutexToken(), 'PX', 60_000).exec();
  const { shown, finding, lines } = await collisionOf(watched, 'order:1');
  expect(shown).toMatchObject({
    state: 'at-risk',
    reason: { code: 'key-collision' },
    format: { id: 'lockscope-mutex' },
  });
  expect(finding).toMatchObject({ severity: 'at-risk' });
  expect(lines).toEqual([
    { code: 'read-as-now', library: 'Lockscope mutex', type: 'string' },
    { code: 'read-as-before', library: 'Redisson RLock', type: 'hash', agoMs: expect.any(Number) },
  ]);
  expect(finding.evidence.every(({ known }) => known !== null)).toBe(true);
});

test('two libraries that take turns are one, too, and so are two of one Redis type', async () => {
  const watched = await watching();
  await own.redis.set('lock:a', mutexToken(), 'PX', 60_000);
  await until('the first lock', () => watched.lock('lock:a')?.format.id === 'lockscope-mutex');
  await own.redis.del('lock:a');
  await until('its end', () => !watched.lock('lock:a'));
  await own.redis.set('lock:a', 'what is this', 'PX', 60_000);
  const { lines } = await collisionOf(watched, 'lock:a');
  expect(lines[0]).toMatchObject({ library: 'unknown value', type: 'string' });
  await own.redis.set('lock:a', mutexToken(), 'PX', 60_000);
  await until('the lock again', () => watched.lock('lock:a')?.format.id === 'lockscope-mutex');
  expect((await collisionOf(watched, 'lock:a')).lines[1]).toMatchObject({ library: 'unknown value' });
});

test('a lock that a value took the place of is still shown, and nothing can be done to it', async () => {
  const watched = await watching();
  await holdHash('order:2');
  const { id } = await until('the lock', () => watched.lock('order:2'));
  await own.redis.multi().del('order:2').rpush('order:2', 'a', 'b').exec();
  const { shown, lines } = await collisionOf(watched, 'order:2');
  expect(shown).toMatchObject({
    id,
    kind: 'plain',
    actions: { release: false, extend: false, quarantine: false },
  });
  expect(lines).toMatchObject([
    { library: 'unknown value', type: 'list' },
    { library: 'Redisson RLock', type: 'hash' },
  ]);
  await watched.collector.refresh(['order:2']);
  expect(watched.lock('order:2')?.findings.some(({ code }) => code === 'key-collision')).toBe(true);
  await own.redis.del('order:2');
  await until('its end', () => !watched.lock('order:2'));
});

test('a queue of another library beside a lock is a finding as long as it is there', async () => {
  const watched = await watching();
  await own.redis.set('lock:b', mutexToken(), 'PX', 60_000);
  await until('the lock', () => watched.lock('lock:b'));
  await own.redis.rpush(fairQueueOf('lock:b'), OWNER);
  await own.redis.zadd(fairDeadlinesOf('lock:b'), Date.now() + 60_000, OWNER);
  const { lines } = await collisionOf(watched, 'lock:b');
  expect(lines).toEqual([
    { code: 'read-as-now', library: 'Lockscope mutex', type: 'string' },
    {
      code: 'key-beside',
      key: expect.stringMatching(/^redisson_lock_/),
      library: expect.stringContaining('Redisson'),
      type: expect.stringMatching(/list|zset/),
    },
  ]);
  await own.redis.del(fairQueueOf('lock:b'), fairDeadlinesOf('lock:b'));
  await watched.collector.refresh(['lock:b']);
  await until('the end of it', () => watched.lock('lock:b')?.findings.length === 0);
});

test('what one program writes is no collision', async () => {
  const watched = await watching();
  const seenAs = async (key: string, id: string) => {
    await until(id, () => watched.lock(key)?.format.id === id);
    expect(watched.lock(key)?.findings.filter(({ code }) => code === 'key-collision')).toEqual([]);
  };
  await holdHash('order:3');
  await seenAs('order:3', 'redisson-lock');
  await own.redis.rpush(fairQueueOf('order:3'), OWNER);
  await seenAs('order:3', 'redisson-fair-lock');
  // Hand-written: any value will do.
  for (const value of ['1', 'worker-7', randomUUID()]) {
    await own.redis.set('lock:c', value, 'PX', 60_000);
    await until(value, () => watched.lock('lock:c')?.holders[0]?.token.text === value);
    expect(watched.lock('lock:c')?.findings.some(({ code }) => code === 'key-collision')).toBe(false);
  }
});
