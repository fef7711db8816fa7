import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterEach, describe, expect, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { statusOf, watchesOn } from '../../../e2e/support/watch';

const own = fileServer();
afterEach(() => own.redis.flushall());
const { watching } = watchesOn(() => own.server.url);

const owner = () => `${randomUUID()}:1`;
async function hold(key: string, token: string, leaseMs = 30_000): Promise<void> {
  await own.redis.multi().hincrby(key, token, 1).pexpire(key, leaseMs).exec();
}
async function release(key: string): Promise<void> {
  await own.redis.multi().del(key).publish(`redisson_lock__channel:{${key}}`, '0').exec();
}

describe('a lock', () => {
  test('that was there before is seen at the start, and is at least that old', async () => {
    await hold('order:1', owner());
    const { lock, kinds, collector } = await watching();
    await until('the lock', () => lock('order:1'));
    expect(lock('order:1')).toMatchObject({ state: 'held', holders: [{ since: { atLeast: true } }] });
    await until('its event', () => kinds('order:1').length > 0);
    expect(kinds('order:1')).toEqual(['first-seen']);
    expect(statusOf(collector)).toMatchObject({
      state: 'live',
      events: 'tracking',
      coverage: { contents: 1 },
    });
  });

  test('with any name is followed from acquire to release without polling', async () => {
    const { lock, kinds, events, collector } = await watching();
    const token = owner();
    await hold('any thing', token);
    await until('acquired', () => lock('any thing'));
    expect(lock('any thing')?.holders[0]).toMatchObject({ holdCount: 1, since: { atLeast: false } });
    await hold('any thing', token);
    await until('re-entered', () => lock('any thing')?.holders[0]?.holdCount === 2);
    await own.redis.hincrby('any thing', token, -1);
    await until('partly released', () => lock('any thing')?.holders[0]?.holdCount === 1);
    await own.redis.pexpire('any thing', 60_000);
    await until('renewed', () => lock('any thing')?.renewal.count === 1);
    await release('any thing');
    await until('released', () => !lock('any thing'));
    await until('its last event', () => kinds('any thing').includes('released'));
    expect(kinds('any thing')).toEqual(['acquired', 'reentered', 'partly-released', 'renewed', 'released']);
    expect(events.every(({ by }) => by === 'event')).toBe(true);
    const id = events[0]?.id ?? '';
    expect(collector.lastKnown(id)).toMatchObject({ state: 'free', reason: { code: 'released' } });
    expect(collector.find(id)).toBeNull();
  });

  test('that lapses is due at its deadline, then gone as expired', async () => {
    const { lock, kinds, collector, events } = await watching();
    await own.redis.set('lock:short', randomUUID(), 'PX', 300);
    await until('held', () => lock('lock:short'));
    await until('expired', () => kinds('lock:short').includes('expired'));
    expect(collector.lastKnown(events.at(-1)?.id ?? '')?.reason.code).toBe('lapsed');
  });

  test('without TTL is at risk', async () => {
    const { lock } = await watching();
    await own.redis.set('lock:forever', '1', 'NX');
    await until('held', () => lock('lock:forever'));
    expect(lock('lock:forever')).toMatchObject({
      state: 'at-risk',
      reason: { code: 'no-ttl' },
      ttlMs: 'none',
    });
  });

  test('freed by our own act is labelled as ours', async () => {
    const { lock, kinds, collector } = await watching();
    await hold('mine', owner());
    const { id } = await until('held', () => lock('mine'));
    collector.expect(id, 'force-released');
    await release('mine');
    await until('freed', () => kinds('mine').includes('force-released'));
    expect(kinds('mine')).not.toContain('released');
  });

  test('keeps its identity while nothing changes', async () => {
    const { lock, collector } = await watching();
    await hold('still', owner());
    const before = await until('held and counted', () => {
      const found = lock('still');
      return found?.waiters.known ? found : null;
    });
    await collector.refresh(['still']);
    expect(lock('still')).toBe(before);
    expect(collector.find(before.id)?.ttlSamples.length).toBeGreaterThan(1);
  });
});

describe('waiters', () => {
  test('are the subscribers of the release channel, ours not counted, and leave a trace in the history', async () => {
    const { lock, history } = await watching();
    await hold('queue', owner());
    const { id } = await until('held with nobody waiting', () => {
      const found = lock('queue');
      return waitingFor(found) === 0 ? found : null;
    });
    const waiter = new Redis(own.server.url);
    await waiter.subscribe('redisson_lock__channel:{queue}');
    await until('one waiter', () => waitingFor(lock('queue')) === 1);
    expect(lock('queue')).toMatchObject({
      state: 'contended',
      reason: { code: 'waiting', values: { count: 1 } },
    });
    waiter.disconnect();
    await until('nobody', () => waitingFor(lock('queue')) === 0);
    const now = Date.now();
    const series = await history.waitingSeries({ id, fromMs: now - 60_000, toMs: now, bucketMs: 60_000 });
    expect(Math.max(...series.map(Number))).toBe(1);
  });

  test('show a lock that neither name nor event would', async () => {
    await hold('hidden', owner());
    const { lock } = await watching({ trackKeyspace: false, commandsPerSecond: 500 });
    const waiter = new Redis(own.server.url);
    await waiter.subscribe('redisson_lock__channel:{hidden}');
    await until('seen with its waiter', () => waitingFor(lock('hidden')) === 1);
    waiter.disconnect();
  });

  test('of a format that leaves no trace are unknown, not none', async () => {
    const { lock } = await watching();
    await own.redis.set('lock:string', randomUUID(), 'PX', 60_000);
    expect((await until('held', () => lock('lock:string'))).waiters).toEqual({ count: null, known: null });
  });
});

test('a holder that stops renewing is late, with evidence, before its lease ends', async () => {
  const { lock, kinds } = await watching();
  const token = owner();
  await hold('watchdog', token, 3_000);
  for (let i = 0; i < 3; i++) {
    const before = lock('watchdog')?.renewal.count ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    await own.redis.pexpire('watchdog', 3_000);
    await until('a renewal', () => (lock('watchdog')?.renewal.count ?? 0) > before);
  }
  expect(lock('watchdog')?.holders[0]?.verdict).toBe('alive');
  await until('late', () => lock('watchdog')?.reason.code === 'renewal-late');
  expect(lock('watchdog')).toMatchObject({ state: 'at-risk', holders: [{ verdict: 'unknown' }] });
  await until('told once', () => kinds('watchdog').includes('late'));
  await until('expired', () => kinds('watchdog').at(-1) === 'expired');
  expect(kinds('watchdog').filter((kind) => kind === 'late')).toHaveLength(1);
});

test('names and values of any bytes are found, and nothing large is read whole', async () => {
  const odd = ['lock:/:{}#% 🔒', 'lock:<script>alert(1)</script>', 'lock:a\nb'];
  for (const key of odd) await own.redis.set(key, randomUUID(), 'PX', 60_000);
  await own.redis.set(
    Buffer.from('lock:\xff\xfe', 'latin1'),
    Buffer.from('\x80token', 'latin1'),
    'PX',
    60_000,
  );
  await own.redis.set('lock:large', 'x'.repeat(1_000_000), 'PX', 60_000);
  const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`${i}`, 'x']));
  await own.redis.hset('lock:hash', fields);
  const { collector } = await watching();
  const keys = collector.locks().map(({ key }) => key.text);
  for (const key of [odd[0], odd[1], 'lock:\\xff\\xfe', 'lock:large']) expect(keys).toContain(key);
  const large = collector.locks().find(({ key }) => key.text === 'lock:large');
  expect(large?.holders[0]?.token.byteLength).toBe(1_000_000);
  expect(JSON.stringify(large).length).toBeLessThan(10_000);
});

test('a type that flips under a lock name neither breaks nor lies', async () => {
  const { lock, collector } = await watching();
  const token = owner();
  for (let i = 0; i < 50; i++) {
    await own.redis.multi().del('lock:flip').set('lock:flip', randomUUID(), 'PX', 60_000).exec();
    await own.redis.multi().del('lock:flip').lpush('lock:flip', 'x').exec();
    await own.redis.multi().del('lock:flip').exec();
    await hold('lock:flip', token);
    await own.redis.del('lock:flip');
  }
  await hold('lock:flip', token);
  await until('the last word', () => lock('lock:flip')?.format.id === 'redisson-lock');
  await own.redis.multi().del('lock:flip').lpush('lock:flip', 'x').exec();
  await until('what stands there now', () => lock('lock:flip')?.format.id === 'unknown-value');
  expect(lock('lock:flip')?.actions).toEqual({ release: false, extend: false, quarantine: false });
  expect(statusOf(collector).state).toBe('live');
});

test('patches come at most ten times a second', async () => {
  const { patches, events } = await watching();
  for (let i = 0; i < 300; i++) await own.redis.set(`lock:burst:${i % 30}`, randomUUID(), 'PX', 60_000);
  await until('all of them', () => new Set(events.map(({ key }) => key)).size === 30);
  const gaps = patches.slice(1).map((at, i) => at - (patches[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(95);
});

test('a value that names nobody is no holder in an event', async () => {
  const { events } = await watching();
  await own.redis.set('order:7:lock', 'locked');
  await until('its event', () => events.length > 0);
  expect(events.map(({ holder }) => holder)).toEqual([null]);
});
