import { randomUUID } from 'node:crypto';
import { Redlock as Sesamecare } from '@sesamecare-oss/redlock';
import type { Redis } from 'ioredis';
import Redlock from 'redlock';
import { describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime, startRuntime } from '../../../e2e/support/a-runtime';
import { closing } from '../../../e2e/support/closing';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { toldApart } from '../../../e2e/support/told-apart';
import type { ActionRequest, Preview } from '../../contract/actions';
import { alsoOf, chosenByDefault } from '../../domain/actions/hold-choice';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { createMultiLock } from '../../locks/index';
import type { Runtime } from '../../server/runtime/types';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const own = await fileRuntime();
const { opened } = closing();

const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;
const newKeys = (count: number) => {
  const name = randomUUID();
  return Array.from({ length: count }, (_, i) => `booking:${name}:${i}:lock`);
};

/** Keys of a multi-lock as Redisson writes them for one thread: one after the other, then one lease for all. */
async function heldTogether(redis: Redis, count = 2, token = `${randomUUID()}:47`) {
  const keys = newKeys(count);
  const all = redis.multi();
  for (const key of keys) all.hset(key, token, 1);
  for (const key of keys) all.pexpire(key, 60_000);
  await all.exec();
  return { keys, token };
}

/** Until the collector saw each taken. */
async function seen(runtime: Runtime, keys: readonly string[]) {
  const { collector } = runtime.watched('test');
  await until('all are known', () => keys.every((key) => collector.find(idOf(key)) !== null));
}

/** A preview of the first of them, once all are known. */
async function previewOf(runtime: Runtime, keys: readonly string[]): Promise<Preview> {
  await seen(runtime, keys);
  return preview(runtime, idOf(keys[0] ?? ''), { action: 'release' });
}

function release(runtime: Runtime, of: Preview, also: ActionRequest['also'], more = {}) {
  const body = {
    seen: of.seen,
    typedKey: of.typedKey,
    reason: 'stuck',
    although: 'alive' as const,
    also,
    ...more,
  };
  // A limit counts each key, by address.
  const caller = callerAt(randomUUID());
  return runAction(runtime, { id: of.lock.id, action: 'release', body, caller });
}

const whole = (of: Preview) => alsoOf(of.hold, chosenByDefault(of.hold));

/** Ends the hold of a key and begins another one, where there is a hold. */
const TAKE_OVER =
  "if redis.call('del', KEYS[1]) == 0 then return 0 end return redis.call('hset', KEYS[1], ARGV[1], 1)";

async function audited(runtime: Runtime, key: string) {
  return (await runtime.history.audit({ limit: 1, lockId: idOf(key) }))[0];
}

const redlocks = [
  {
    library: 'redlock',
    acquire: (redis: Redis, keys: string[]) => new Redlock([redis], { retryCount: 0 }).acquire(keys, 60_000),
    wait: (redis: Redis, keys: string[]) =>
      new Redlock([redis], { retryCount: -1, retryDelay: 20 }).acquire(keys, 60_000),
  },
  {
    library: '@sesamecare-oss/redlock',
    acquire: (redis: Redis, keys: string[]) =>
      new Sesamecare([redis as never], { retryCount: 0 }).acquire(keys, 60_000),
    wait: (redis: Redis, keys: string[]) =>
      new Sesamecare([redis as never], { retryCount: -1, retryDelay: 20 }).acquire(keys, 60_000),
  },
];

describe.each(redlocks)('two resources of $library', ({ acquire, wait }) => {
  test('are one hold, proven by their token; released whole, who waits has both', async () => {
    const { runtime, redis } = own;
    const [one = '', two = ''] = newKeys(2);
    const held = await toldApart(() => acquire(redis, [one, two]), [redis], [one, two]);
    const of = await previewOf(runtime, [one, two]);
    expect(of.hold).toMatchObject({
      parts: [
        { sure: 'proven', leasesApartMs: expect.any(Number), lock: { key: { text: two } }, allowed: true },
      ],
      more: 0,
    });
    const waiting = wait(redis, [one, two]);
    const result = await release(runtime, of, whole(of));
    expect(result).toMatchObject({
      outcome: 'released',
      hold: {
        keys: [
          { key: one, outcome: 'released', auditId: result.auditId },
          { key: two, outcome: 'released' },
        ],
        kept: [],
      },
    });
    const next = await waiting;
    expect(await redis.mget(one, two)).toEqual([next.value, next.value]);
    expect(next.value).not.toBe(held.value);
    for (const key of [one, two]) {
      expect(await audited(runtime, key)).toMatchObject({ outcome: 'released', action: 'release' });
    }
  });

  test('released by one key alone are said to be held, in the answer and in the audit', async () => {
    const { runtime, redis } = own;
    const [one = '', two = ''] = newKeys(2);
    const held = await toldApart(() => acquire(redis, [one, two]), [redis], [one, two]);
    const of = await previewOf(runtime, [one, two]);
    const result = await release(runtime, of, undefined);
    const kept = [{ id: idOf(two), key: two, sure: 'proven' }];
    expect(result).toMatchObject({ outcome: 'partly-released', hold: { kept } });
    expect(await redis.mget(one, two)).toEqual([null, held.value]);
    await expect(acquire(redis, [one, two]), 'nobody gets the two').rejects.toThrow();
    expect(await audited(runtime, one)).toMatchObject({
      outcome: 'partly-released',
      details: { hold: { kept, keys: [{ key: one, outcome: 'released' }] } },
    });
  });
});

describe("keys of one thread's token", () => {
  test('taken in one moment with one lease are likely one hold', async () => {
    const { runtime, redis } = own;
    const { keys } = await heldTogether(redis, 3);
    const of = await previewOf(runtime, keys);
    expect(of.hold?.parts.map(({ lock, sure }) => [lock.key.text, sure])).toEqual(
      keys.slice(1).map((key) => [key, 'likely']),
    );
    const result = await release(runtime, of, whole(of));
    expect(result).toMatchObject({ outcome: 'released', woken: 0 });
    expect(await redis.exists(...keys)).toBe(0);
  });

  test.each([
    ['whose leases end apart', 60_000, 45_000],
    ['one of which never ends', 60_000, null],
  ])('%s are only possibly one hold, and the other is left alone', async (_, leaseMs, otherMs) => {
    const { runtime, redis } = own;
    const [one = '', two = ''] = newKeys(2);
    const token = `${randomUUID()}:47`;
    const both = redis.multi().hset(one, token, 1).pexpire(one, leaseMs).hset(two, token, 1);
    await (otherMs === null ? both : both.pexpire(two, otherMs)).exec();
    const of = await previewOf(runtime, [one, two]);
    expect(of.hold?.parts).toMatchObject([{ sure: 'possible', requires: { typedKey: true } }]);
    expect(whole(of)).toEqual([]);
    const result = await release(runtime, of, whole(of));
    expect(result).toMatchObject({
      outcome: 'released',
      hold: { kept: [{ key: two, sure: 'possible' }] },
    });
    expect(await redis.hget(two, token)).toBe('1');
  });

  test('taken when nobody watched are only possibly one hold', async (context) => {
    const { server, connect } = await ownServer(context);
    const { keys } = await heldTogether(connect());
    const runtime = opened(await startRuntime(server.url));
    const of = await previewOf(runtime, keys);
    expect(of.hold?.parts).toMatchObject([{ sure: 'possible', acquiredApartMs: null }]);
  });

  test('that may be another hold are released by hand, and take the typed key', async () => {
    const { runtime, redis } = own;
    const [one = '', two = ''] = newKeys(2);
    const token = `${randomUUID()}:47`;
    await redis.multi().hset(one, token, 1).pexpire(one, 60_000).hset(two, token, 1).exec();
    const of = await previewOf(runtime, [one, two]);
    const also = alsoOf(of.hold, new Set([idOf(two)]));
    await expect(release(runtime, of, also, { typedKey: '' })).rejects.toMatchObject({
      code: 'invalid-argument',
      details: { setting: 'typedKey', typedKey: one },
    });
    expect(await redis.exists(one, two)).toBe(2);
    expect((await release(runtime, of, also)).outcome).toBe('released');
    expect(await redis.exists(one, two)).toBe(0);
  });
});

test('a multi-lock of our own client is proven by its heartbeat, whatever its leases', async () => {
  const { runtime, redis } = own;
  const keys = newKeys(3);
  const client = opened(createMultiLock({ redis, leaseMs: 60_000 }));
  await client.tryAcquire(keys);
  await redis.pexpire(keys[1] ?? '', 30_000);
  const of = await until('the heartbeat is read', async () => {
    const read = await previewOf(runtime, keys);
    return read.hold?.parts.every(({ sure }) => sure === 'proven') && read;
  });
  expect(of.hold?.parts).toHaveLength(2);
  expect((await release(runtime, of, whole(of))).outcome).toBe('released');
  expect(await redis.exists(...keys)).toBe(0);
});

describe('a hold that changed', () => {
  test('in one of its keys before the release is left alone whole, and the key is named', async () => {
    const { runtime, redis } = own;
    const { keys } = await heldTogether(redis);
    const [one = '', two = ''] = keys;
    const of = await previewOf(runtime, keys);
    const successor = `${randomUUID()}:1`;
    await redis.multi().del(two).hset(two, successor, 1).pexpire(two, 60_000).exec();
    await expect(release(runtime, of, whole(of))).rejects.toMatchObject({
      code: 'changed',
      details: { key: two, changed: ['holder'], after: { token: successor } },
    });
    expect(await redis.exists(one)).toBe(1);
    expect(await redis.hgetall(two)).toEqual({ [successor]: '1' });
    for (const key of keys) expect(await audited(runtime, key)).toMatchObject({ outcome: 'refused' });
  });

  test('in the moment of the release is told key by key, and never as released', async () => {
    const { runtime, redis } = own;
    for (let round = 0; round < 60; round++) {
      const { keys } = await heldTogether(redis);
      const [one = '', two = ''] = keys;
      const of = await previewOf(runtime, keys);
      const successor = `${randomUUID()}:1`;
      const takeTwo = async () => {
        for (let later = 0; later < round; later++) await redis.ping();
        return redis.eval(TAKE_OVER, 1, two, successor);
      };
      const taken = takeTwo();
      const [result] = await Promise.allSettled([release(runtime, of, whole(of)), taken]);
      const wasTaken = (await taken) === 1;
      expect(await redis.hgetall(two)).toEqual(wasTaken ? { [successor]: '1' } : {});
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ code: 'changed' });
        expect([wasTaken, await redis.exists(one)]).toEqual([true, 1]);
      } else {
        expect(result.value.outcome).toBe(wasTaken ? 'partly-released' : 'released');
        expect(result.value.hold?.keys.map(({ outcome }) => outcome)).toEqual([
          'released',
          wasTaken ? 'changed' : 'released',
        ]);
        expect((await audited(runtime, one))?.outcome).toBe(result.value.outcome);
      }
      await redis.del(one, two);
    }
  });

  test('and is partly out of our rights is told key by key', async (context) => {
    const { server, connect } = await ownServer(context);
    const admin = connect();
    await admin.call('ACL', 'SETUSER', 'console', 'on', '>secret', '&*', '+@all', '~*');
    const url = server.url.replace('redis://', 'redis://console:secret@');
    const runtime = opened(await startRuntime(url));
    await until('a new lock is one that is seen to begin', () =>
      runtime.nodes().every(({ coverage }) => coverage.completedAtMs !== null),
    );
    const { keys } = await heldTogether(admin);
    const [one = '', two = ''] = keys;
    const of = await previewOf(runtime, keys);
    await admin.call('ACL', 'SETUSER', 'console', 'resetkeys', `~*${one}*`, '%R~*');
    const result = await release(runtime, of, whole(of));
    expect(result).toMatchObject({
      outcome: 'partly-released',
      hold: {
        keys: [
          { key: one, outcome: 'released' },
          { key: two, outcome: 'failed', why: { code: 'denied' } },
        ],
      },
    });
    expect([await admin.exists(one), await admin.exists(two)]).toEqual([0, 1]);
    expect(await audited(runtime, one)).toMatchObject({
      outcome: 'partly-released',
      details: { hold: { keys: [{ key: one }, { key: two, outcome: 'failed' }] } },
    });
    expect(await audited(runtime, two)).toMatchObject({ outcome: 'refused' });
  });
});

test.each(['release', 'extend'] as const)(
  'keys of another token are never acted on with it: %s',
  async (action) => {
    const { runtime, redis } = own;
    const mine = await heldTogether(redis, 1);
    const other = await heldTogether(redis, 1);
    const [of, strange] = [await previewOf(runtime, mine.keys), await previewOf(runtime, other.keys)];
    const also = [{ id: strange.lock.id, seen: strange.seen }];
    const body = { seen: of.seen, typedKey: of.typedKey, reason: 'stuck', although: 'alive' as const, also };
    await expect(
      runAction(runtime, { id: of.lock.id, action, body, caller: callerAt('127.0.0.1') }),
    ).rejects.toMatchObject({ code: 'invalid-argument', details: { setting: 'also' } });
    expect(await redis.exists(...mine.keys, ...other.keys)).toBe(2);
  },
);
