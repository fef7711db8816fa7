import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime } from '../../../e2e/support/a-runtime';
import { closing } from '../../../e2e/support/closing';
import { until } from '../../../e2e/support/redis-server';
import type { Grant } from '../../contract/access/sessions';
import type { BulkEnd, BulkLine, BulkPlan, BulkRequest, BulkResult } from '../../contract/bulk';
import type { Principal } from '../../domain/access/principal';
import { planned } from '../../domain/actions/bulk';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { createMultiLock } from '../../locks/index';
import type { Runtime } from '../../server/runtime/types';
import type { Caller } from '../with-audit';
import { bulkPlan } from './bulk-plan';
import { beginReleaseMany } from './release-many';

const own = await fileRuntime();
const { opened } = closing();
const caller = callerAt('127.0.0.1');
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const NEVER = new AbortController().signal;

afterEach(() => own.redis.flushall());

/** A process that holds locks of Redisson's kind, one thread each: they are known when this resolves. */
async function aProcess(keys: readonly string[], ttlMs = 30_000) {
  const instance = randomUUID();
  const tokenOf = (at: number) => `${instance}:${at + 1}`;
  const { redis, runtime } = own;
  await Promise.all(
    keys.map((key, at) => redis.multi().hset(key, tokenOf(at), 1).pexpire(key, ttlMs).exec()),
  );
  const { collector } = runtime.watched('test');
  await until('all are known', () => keys.every((key) => collector.find(idOf(key))));
  return { holder: `instance:${instance}`, tokenOf };
}

const someKeys = (n: number) => Array.from({ length: n }, (_, at) => `order:${randomUUID()}:${at}:lock`);

function requestFor(plan: BulkPlan, of: Partial<BulkRequest> = {}): BulkRequest {
  const items = planned(plan.items).map(({ id, seen }) => ({ id, seen }));
  const { although } = plan.requires;
  // As an operator who ticks what is asked for.
  const consent = although && { although };
  return { items, count: items.length, reason: 'OOM-killed', scope: 'all of it', ...consent, ...of };
}

async function release(request: BulkRequest, by: Caller = caller, runtime: Runtime = own.runtime) {
  const results = new Map<string, BulkResult>();
  let end: BulkEnd | null = null;
  const run = await beginReleaseMany(runtime, request, by);
  const onLine = (line: BulkLine) => {
    if ('end' in line) end = line.end;
    else results.set(line.result.id, line.result);
  };
  await run.go(onLine, NEVER);
  if (!end) throw new Error('the run said no end');
  return { results, end: end as BulkEnd };
}

describe('everything that one process holds', () => {
  test('is planned with what waits first, and freed by one act', async () => {
    const keys = someKeys(20);
    const { holder } = await aProcess(keys);
    const plan = await bulkPlan(own.runtime, { holder }, caller);
    expect(planned(plan.items)).toHaveLength(20);
    expect(plan).toMatchObject({ added: 0, more: 0 });
    const { end, results } = await release(requestFor(plan));
    expect(end.counts).toEqual({ released: 20, refused: 0, unexpected: 0, 'not-tried': 0 });
    expect(await own.redis.exists(...keys)).toBe(0);
    expect(new Set([...results.values()].map(({ auditId }) => auditId)).size).toBe(20);
  });

  test('is in the audit lock by lock, under the entry of the run', async () => {
    const keys = someKeys(3);
    const { holder } = await aProcess(keys);
    const { end } = await release(requestFor(await bulkPlan(own.runtime, { holder }, caller)));
    const entries = await own.runtime.history.audit({ limit: 10 });
    const ofRun = entries.filter(({ details }) => details.run === end.auditId);
    expect(ofRun.map(({ action, outcome }) => [action, outcome])).toEqual(
      Array(3).fill(['release', 'released']),
    );
    expect(entries.find(({ id }) => id === end.auditId)).toMatchObject({
      action: 'release-many',
      outcome: 'released',
      reason: 'OOM-killed',
      key: 'all of it',
      details: { planned: 3, counts: { released: 3 } },
    });
  });
});

test.each([
  ['a token', (token: string) => `all locks of token:${token}`],
  ['an instance', (token: string) => `all locks of instance:${token.split(':')[0]}`],
  ['a filter', (token: string) => `all that match holder:${token}`],
])('a scope that names %s has no more than its ends in the audit', async (_, scopeOf) => {
  const keys = someKeys(1);
  const { holder, tokenOf } = await aProcess(keys);
  const plan = await bulkPlan(own.runtime, { holder }, caller);
  const { end } = await release(requestFor(plan, { scope: scopeOf(tokenOf(0)) }));
  const [entry] = await own.runtime.history.audit({ limit: 1, action: 'release-many' });
  expect(entry?.id).toBe(end.auditId);
  expect(entry?.key).toMatch(
    /^all [a-z ]+:[0-9a-f]{4}…(?:[0-9a-f]{4}|:1)$|^all that match holder:[0-9a-f]{4}…:1$/,
  );
  expect(JSON.stringify(entry)).not.toContain(tokenOf(0).slice(0, 36));
});

describe('a lock that changed since the plan', () => {
  test('is left to its successor, and the others are freed', async () => {
    const keys = someKeys(6);
    const { holder } = await aProcess(keys);
    const plan = await bulkPlan(own.runtime, { holder }, caller);
    const [freed = '', taken = ''] = keys;
    await own.redis.del(freed, taken);
    await own.redis.multi().hset(taken, `${randomUUID()}:1`, 1).pexpire(taken, 30_000).exec();
    const { end, results } = await release(requestFor(plan));
    expect(results.get(idOf(freed))).toMatchObject({ outcome: 'refused', because: 'free' });
    expect(results.get(idOf(taken))).toMatchObject({ outcome: 'refused', because: 'successor' });
    expect(end.counts).toEqual({ released: 4, refused: 2, unexpected: 0, 'not-tried': 0 });
    expect(await own.redis.exists(taken)).toBe(1);
  });

  test('by a renewal stops the run: whoever renews lives', async () => {
    const keys = someKeys(60);
    const { holder } = await aProcess(keys);
    const plan = await bulkPlan(own.runtime, { holder }, caller);
    const [first] = planned(plan.items);
    const renewed = first?.key.text ?? '';
    await until('there is something to renew', async () => (await own.redis.pttl(renewed)) < 29_500);
    await own.redis.pexpire(renewed, 30_000);
    const { end, results } = await release(requestFor(plan));
    expect(results.get(idOf(renewed))).toMatchObject({ outcome: 'unexpected', because: 'renewed' });
    expect(await own.redis.exists(renewed)).toBe(1);
    const { released, refused, unexpected, 'not-tried': notTried } = end.counts;
    expect(unexpected).toBe(1);
    expect(released + refused + unexpected + notTried).toBe(60);
    // What was under way then was finished; nothing new was begun.
    expect(released).toBeLessThan(20);
    expect(await own.redis.exists(...keys)).toBe(60 - released);
  });

  test('by another type stops the run', async () => {
    const keys = someKeys(2);
    const { holder } = await aProcess(keys);
    const plan = await bulkPlan(own.runtime, { holder }, caller);
    const other = planned(plan.items)[0]?.key.text ?? '';
    await own.redis.del(other);
    await own.redis.rpush(other, 'a job');
    const { results } = await release(requestFor(plan));
    expect(results.get(idOf(other))).toMatchObject({ outcome: 'unexpected', because: 'other-data' });
    expect(await own.redis.llen(other)).toBe(1);
  });

  test('by a second entry stops the run', async () => {
    const keys = someKeys(2);
    const { holder, tokenOf } = await aProcess(keys);
    const plan = await bulkPlan(own.runtime, { holder }, caller);
    const again = planned(plan.items)[0]?.key.text ?? '';
    await own.redis.hincrby(again, tokenOf(keys.indexOf(again)), 1);
    const { results } = await release(requestFor(plan));
    expect(results.get(idOf(again))).toMatchObject({ outcome: 'unexpected', because: 're-entered' });
    expect(await own.redis.exists(again)).toBe(1);
  });
});

test('a run that its operator leaves goes no further, and says so', async () => {
  const keys = someKeys(40);
  const { holder } = await aProcess(keys);
  const plan = await bulkPlan(own.runtime, { holder }, caller);
  const left = new AbortController();
  const run = await beginReleaseMany(own.runtime, requestFor(plan), caller);
  let end: BulkEnd | null = null;
  await run.go((line) => {
    if ('end' in line) end = line.end;
    else left.abort();
  }, left.signal);
  const { counts, auditId } = end as unknown as BulkEnd;
  expect(counts['not-tried']).toBeGreaterThan(20);
  expect(await own.redis.exists(...keys)).toBe(40 - counts.released);
  const [entry] = await own.runtime.history.audit({ limit: 1, action: 'release-many' });
  expect(entry).toMatchObject({ id: auditId, outcome: 'partly-released', details: { left: true } });
});

describe('a plan', () => {
  test('has the other keys of a hold, which is released whole', async () => {
    const [one = '', two = '', alone = ''] = someKeys(3);
    // Our own client's heartbeat proves one hold; of other tokens it depends on how closely two keys were read.
    const client = opened(createMultiLock({ redis: own.redis, leaseMs: 60_000 }));
    await client.tryAcquire([one, two]);
    await own.redis.set(alone, randomUUID(), 'PX', 30_000);
    const { collector } = own.runtime.watched('test');
    const isProven = (key: string) =>
      collector.find(idOf(key))?.lock.holders[0]?.process?.heartbeat?.record === 'present';
    await until(
      'the hold is proven',
      () => [one, two].every(isProven) && collector.find(idOf(alone)) !== null,
    );
    const plan = await bulkPlan(own.runtime, { ids: [idOf(one), idOf(alone)] }, caller);
    expect(plan.added).toBe(1);
    expect(
      planned(plan.items)
        .map(({ key }) => key.text)
        .sort(),
    ).toEqual([one, two, alone].sort());
  });

  test('leaves alone what a successor could not be told from, and names it', async () => {
    const [constant = ''] = someKeys(1);
    await own.redis.set(constant, '1', 'PX', 30_000);
    const { collector } = own.runtime.watched('test');
    await until('it is known', () => collector.find(idOf(constant)));
    const plan = await bulkPlan(own.runtime, { ids: [idOf(constant)] }, caller);
    expect(plan.items[0]?.why?.code).toBe('one-by-one');
    expect(planned(plan.items)).toEqual([]);
  });

  test('names a lock that nobody has', async () => {
    const plan = await bulkPlan(own.runtime, { ids: [idOf('order:gone:lock')] }, caller);
    expect(plan.items).toMatchObject([{ key: { text: 'order:gone:lock' }, why: { code: 'not-found' } }]);
  });

  test('of a filter has what matches and nothing else', async () => {
    const keys = someKeys(3);
    await aProcess(keys);
    const plan = await bulkPlan(own.runtime, { q: keys[1] ?? '', target: 'test' }, caller);
    expect(plan.items.map(({ key }) => key.text)).toEqual([keys[1]]);
  });

  test('is made so often a minute by one caller, and no more', async () => {
    const other = callerAt('192.0.2.7');
    const once = () => bulkPlan(own.runtime, { ids: [idOf('order:gone:lock')] }, other);
    for (let made = 0; made < 60; made++) await once();
    await expect(once()).rejects.toMatchObject({ code: 'rate-limited' });
    await bulkPlan(own.runtime, { ids: [idOf('order:gone:lock')] }, caller);
  });

  test('says of each lock whether the caller may release it', async () => {
    const keys = someKeys(1);
    const { holder } = await aProcess(keys);
    const grants: Grant[] = [{ rights: ['bulk'], targets: ['*'], keys: ['*'] }];
    const by: Caller = { ...caller, by: { ...caller.by, grants } as Principal };
    const plan = await bulkPlan(own.runtime, { holder }, by);
    expect(plan.items[0]?.why?.code).toBe('denied');
  });
});

describe('nothing is tried', () => {
  test('when the count is not that of the plan, or a lock is named twice', async () => {
    const keys = someKeys(2);
    const { holder } = await aProcess(keys);
    const plan = await bulkPlan(own.runtime, { holder }, caller);
    const request = requestFor(plan);
    await expect(release({ ...request, count: 3 })).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { setting: 'count', planned: 2 },
    });
    const twice = { ...request, items: [...request.items, ...request.items], count: 4 };
    await expect(release(twice)).rejects.toMatchObject({ details: { setting: 'items' } });
    expect(await own.redis.exists(...keys)).toBe(2);
  });

  test('without consent where a holder renewed since less than its period', async () => {
    const keys = someKeys(1);
    const { holder } = await aProcess(keys);
    const [key = ''] = keys;
    const { collector } = own.runtime.watched('test');
    const renewals = () => collector.find(idOf(key))?.lock.renewal.count ?? 0;
    // A busy machine must be able to read a plan within one period.
    for (const times of [1, 2]) {
      await until('there is something to renew', async () => (await own.redis.pttl(key)) < 27_000);
      await own.redis.pexpire(key, 30_000);
      await until('the renewal is seen', () => renewals() >= times);
    }
    const plan = await bulkPlan(own.runtime, { holder }, caller);
    expect(plan.requires.although).not.toBeNull();
    const { although: _, ...unconsented } = requestFor(plan);
    const { end } = await release(unconsented);
    expect(end.counts.unexpected).toBe(1);
    expect(await own.redis.exists(key)).toBe(1);
    const again = await bulkPlan(own.runtime, { holder }, caller);
    const { end: done } = await release(requestFor(again, { although: 'alive' }));
    expect(done.counts.released).toBe(1);
  });
});
