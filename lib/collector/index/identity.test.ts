import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { type Watch, watchesOn } from '../../../e2e/support/watch';
import { formatMutexToken } from '../../domain/keys/mutex-token';
import { formatProcessRecord, processKeyOf } from '../../domain/keys/process-record';

const KEEP_MS = 3_600_000;

const own = fileServer();
afterEach(() => own.redis.flushall());
const { started, watching } = watchesOn(() => own.server.url);

async function beat(id: string, ageMs = 0, change: Record<string, unknown> = {}): Promise<void> {
  const record = {
    id,
    app: 'checkout',
    label: 'eu-1',
    host: 'worker_7.shop.internal',
    pid: 4711,
    startMs: 1,
  };
  const text = formatProcessRecord({ ...record, beatMs: 10_000, keepMs: KEEP_MS, ...change });
  await own.redis.set(processKeyOf(id), text, 'PX', KEEP_MS - ageMs);
}

const hold = (key: string, id: string, leaseMs = 600_000) =>
  own.redis.multi().hincrby(key, `${id}:1`, 1).pexpire(key, leaseMs).exec();
const holder = ({ lock }: Watch, key: string) => lock(key)?.holders[0];
const verdictOf = (watched: Watch, key: string) => holder(watched, key)?.verdict;
const recordIs = ({ collector, lock }: Watch, key: string) =>
  collector.find(lock(key)?.id ?? '')?.lock.holders[0]?.process?.heartbeat?.record;

describe('a holder with a heartbeat record', () => {
  test('is named by it and proven alive, whichever lock of ours it holds', async () => {
    const id = randomUUID();
    await beat(id, 3_000);
    await hold('order', id);
    const token = formatMutexToken({ processId: id, number: 7, pid: 4711, host: 'worker_7.shop.internal' });
    await own.redis.set('invoice', token, 'PX', 600_000);
    const watched = await watching();
    for (const key of ['order', 'invoice']) {
      await until(`${key} has a holder with a name`, () => holder(watched, key)?.process?.app === 'checkout');
      expect(holder(watched, key)).toMatchObject({
        label: 'checkout (eu-1) · worker_7.shop.internal:4711',
        verdict: 'alive',
        process: { host: 'worker_7.shop.internal', pid: 4711, instance: id, startMs: 1 },
      });
      const { lastMs, known } = holder(watched, key)?.process?.heartbeat ?? {};
      expect((known?.atMs ?? 0) - (lastMs ?? 0)).toBeGreaterThanOrEqual(3_000);
      expect((known?.atMs ?? 0) - (lastMs ?? 0)).toBeLessThan(13_000);
    }
    expect(holder(watched, 'invoice')?.token.text).toBe(token);
    expect(watched.lock('order')).toMatchObject({ state: 'held', reason: { code: 'none' } });
    const { library, confidence, alternatives } = watched.lock('order')?.format ?? {};
    expect({ library, confidence, alternatives }).toEqual({
      ...{ library: 'Lockscope reentrant lock', confidence: 'certain', alternatives: [] },
    });
  });

  test('that stopped is proven gone, at risk and told once, and lives after all when it goes on', async () => {
    const id = randomUUID();
    const watched = await watching();
    await beat(id);
    await hold('order', id);
    await until('alive', () => verdictOf(watched, 'order') === 'alive');
    await beat(id, 45_000);
    await watched.collector.refreshHolders('order', 0);
    await until('gone', () => verdictOf(watched, 'order') === 'gone');
    expect(watched.lock('order')).toMatchObject({
      state: 'at-risk',
      reason: { code: 'holder-gone' },
      findings: [{ code: 'holder-gone', severity: 'at-risk', evidence: [{ code: 'heartbeat-gone' }] }],
    });
    expect(holder(watched, 'order')?.process?.app).toBe('checkout');
    await watched.collector.refreshHolders('order', 0);
    await beat(id);
    await watched.collector.refreshHolders('order', 0);
    await until('alive again', () => verdictOf(watched, 'order') === 'alive');
    expect(watched.lock('order')).toMatchObject({ state: 'held', findings: [] });
    await until('both told', () => watched.kinds('order').includes('holder-back'));
    expect(watched.kinds('order').filter((kind) => kind.startsWith('holder-'))).toEqual([
      'holder-gone',
      'holder-back',
    ]);
    const [gone] = watched.events.filter(({ kind }) => kind === 'holder-gone');
    expect(gone).toMatchObject({ holder: 'checkout (eu-1) · worker_7.shop.internal:4711' });
  });

  test('that was removed is not called gone before a living one had written it again', async () => {
    const id = randomUUID();
    const watched = await watching();
    await beat(id);
    await hold('order', id);
    await until('alive', () => verdictOf(watched, 'order') === 'alive');
    await own.redis.del(processKeyOf(id));
    await watched.collector.refreshHolders('order', 0);
    expect(recordIs(watched, 'order')).toBe('deleted');
    expect(verdictOf(watched, 'order')).toBe('unknown');
    expect(holder(watched, 'order')?.process?.app).toBe('checkout');
  });

  test('that renews is alive although its heartbeats stopped', async () => {
    const id = randomUUID();
    const watched = await watching();
    await hold('order', id);
    await until('held', () => watched.lock('order'));
    for (const leaseMs of [700_000, 800_000]) {
      const seen = watched.lock('order')?.renewal.count ?? 0;
      await own.redis.pexpire('order', leaseMs);
      await until('a renewal', () => (watched.lock('order')?.renewal.count ?? 0) > seen);
    }
    await beat(id, 45_000);
    let leaseMs = 800_000;
    await until('it is alive', async () => {
      await own.redis.pexpire('order', ++leaseMs); // a renewal that is late on a busy machine proves nothing
      await watched.collector.refreshHolders('order', 0);
      return recordIs(watched, 'order') === 'present' && verdictOf(watched, 'order') === 'alive';
    });
    expect(watched.lock('order')?.state).toBe('held');
  });

  test('that lives keeps its verdict when its renewal is missing', async () => {
    const id = randomUUID();
    const watched = await watching();
    await beat(id);
    await hold('order', id, 3_000);
    for (let i = 0; i < 3; i++) {
      const seen = watched.lock('order')?.renewal.count ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 200));
      await own.redis.pexpire('order', 3_000);
      await until('a renewal', () => (watched.lock('order')?.renewal.count ?? 0) > seen);
    }
    await until('late', () => watched.lock('order')?.reason.code === 'renewal-late');
    expect(verdictOf(watched, 'order')).toBe('alive');
  });

  test('names whoever holds from the next event on', async () => {
    const id = randomUUID();
    await beat(id);
    const watched = await watching();
    await hold('first', id);
    await until('named', () => holder(watched, 'first')?.label?.startsWith('checkout'));
    await hold('second', id);
    await until('its event', () => watched.kinds('second').includes('acquired'));
    await own.redis.del('first');
    await until('its end', () => watched.kinds('first').includes('released'));
    for (const event of watched.events.filter(({ kind }) => kind === 'released' || kind === 'acquired')) {
      if (event.key === 'second' || event.kind === 'released')
        expect(event.holder).toBe('checkout (eu-1) · worker_7.shop.internal:4711');
    }
  });
});

describe('a holder without one', () => {
  test('is unknown, however long nothing is heard of it', async () => {
    const watched = await watching();
    await hold('order', randomUUID());
    await until('read', () => recordIs(watched, 'order') === 'absent');
    expect(holder(watched, 'order')).toMatchObject({ verdict: 'unknown', label: null });
    expect(watched.lock('order')).toMatchObject({ state: 'held', findings: [] });
  });

  test('gets its name when its client writes the record just after the lock', async () => {
    const id = randomUUID();
    const watched = await watching();
    await hold('order', id);
    await until('read', () => recordIs(watched, 'order') === 'absent');
    await beat(id);
    await until('named', () => verdictOf(watched, 'order') === 'alive');
  });
});

test('records are never locks, whatever the patterns say, and heartbeats make no work for the sweep', async () => {
  const ids = Array.from({ length: 5 }, () => randomUUID());
  await Promise.all(ids.map((id) => beat(id)));
  await hold('order', ids[0] ?? '');
  const watched = await watching({ patterns: ['*'] });
  await until('contents', () => watched.status().coverage.contents === 1);
  await until('the lock', () => watched.lock('order'));
  for (const id of ids) await beat(id);
  await watched.collector.refresh(ids.map(processKeyOf));
  expect(watched.collector.locks().map(({ key }) => key.text)).toEqual(['order']);
  expect(watched.collector.matchesPattern(processKeyOf(ids[0] ?? ''))).toBe(false);
});

test('without the right to read records the verdict is unknown, the node says why, and nothing fails', async () => {
  const id = randomUUID();
  await beat(id);
  await hold('order', id);
  const rules = ['on', '>secret', '+@all', '&*', '~order', '(~* +scan +dbsize)'];
  await own.redis.call('ACL', 'SETUSER', 'viewer', ...rules);
  const url = own.server.url.replace('redis://', 'redis://viewer:secret@');
  const watched = started({ url });
  await until('denied', () => recordIs(watched, 'order') === 'denied');
  expect(verdictOf(watched, 'order')).toBe('unknown');
  expect(watched.status().eventsNote).toMatch(/heartbeats cannot be read: NOPERM/);
  expect(watched.problems.filter((problem) => problem.includes('heartbeat'))).toEqual([]);
});

test('while the node is silent nobody is called alive or gone', async (context) => {
  const { server, connect } = await ownServer(context);
  const watched = started({ url: server.url });
  const id = randomUUID();
  const record = { id, app: null, label: null, host: 'worker-7', pid: 1, startMs: 1 };
  const text = formatProcessRecord({ ...record, beatMs: 10_000, keepMs: KEEP_MS });
  const client = connect();
  await client.set(processKeyOf(id), text, 'PX', KEEP_MS - 45_000);
  await client.hset('order', `${id}:1`, 1);
  await until('gone', () => verdictOf(watched, 'order') === 'gone');
  expect(holder(watched, 'order')?.label).toBe('worker-7:1');
  server.freeze();
  await until('unknown', () => verdictOf(watched, 'order') === 'unknown');
  expect(watched.lock('order')?.state).toBe('unknown');
  server.thaw();
  await until('gone again', () => verdictOf(watched, 'order') === 'gone');
  expect(watched.kinds('order').filter((kind) => kind === 'holder-gone')).toHaveLength(1);
});
