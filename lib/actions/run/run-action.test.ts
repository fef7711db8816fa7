import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callerAt } from '../../../e2e/support/a-caller';
import { fileRuntime, startRuntime } from '../../../e2e/support/a-runtime';
import { closing } from '../../../e2e/support/closing';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import type { LockAction } from '../../contract/action-codes';
import type { Preview } from '../../contract/actions';
import { type ByteString, bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { channelOf } from '../../domain/keys/redisson-names';
import { preview } from '../plan/preview';
import { runAction } from './run-action';

const caller = callerAt('127.0.0.1');
const own = await fileRuntime();
const { opened } = closing();

function idOf(key: ByteString): string {
  return `test.0.${slugOf(key)}`;
}

/** A key with a reentrant lock, held by `owner` this many times. */
async function held(count = 1, key = `order:${randomUUID()}:lock`, owner = `${randomUUID()}:47`) {
  await own.redis.multi().hset(key, owner, count).pexpire(key, 60_000).exec();
  return { key, id: idOf(bytesOf(key)), owner };
}

function run(id: string, action: LockAction, { seen, typedKey, requires: { although } }: Preview, more = {}) {
  const body = { seen, typedKey, reason: ' stuck ', ...(although && { although }), ...more };
  return runAction(own.runtime, { id, action, body, caller });
}

async function lastAudit(id: string) {
  return (await own.runtime.history.audit({ limit: 1, lockId: id }))[0];
}

describe('a release', () => {
  test('frees exactly what was seen, is in the audit, and is told to everybody as ours', async () => {
    const { key, id } = await held(3);
    const seen = await preview(own.runtime, id, { action: 'release' });
    expect(seen).toMatchObject({ allowed: true, lock: { id, holders: [{ holdCount: 3 }] } });
    const result = await run(id, 'release', seen);
    expect(result).toMatchObject({ outcome: 'released', woken: 0, nodes: [{ outcome: 'released' }] });
    expect(await own.redis.exists(key)).toBe(0);
    expect(await lastAudit(id)).toMatchObject({
      id: result.auditId,
      outcome: 'released',
      actor: 'local operator',
      reason: 'stuck',
      details: { address: '127.0.0.1', actorIs: 'unnamed', seen: seen.seen, woken: 0 },
    });
    const events = await until('the event', async () => {
      const all = await own.runtime.history.events({ id, limit: 5 });
      return all.some(({ kind }) => kind === 'force-released') && all;
    });
    expect(events.some(({ kind }) => kind === 'released')).toBe(false);
  });

  test('counts the waiters it woke, not the consoles that listen', async () => {
    const { key, id } = await held();
    const waiter = own.redis.duplicate();
    const woken = new Promise((resolve) => waiter.once('message', (_, text) => resolve(text)));
    await waiter.subscribe(channelOf(key));
    const result = await run(id, 'release', await preview(own.runtime, id, { action: 'release' }));
    expect(result.woken).toBe(1);
    expect(await woken).toBe('0');
    waiter.disconnect();
  });

  test('of a lock that changed hands touches nothing and tells before and after', async () => {
    const { key, id, owner } = await held();
    const seen = await preview(own.runtime, id, { action: 'release' });
    const successor = `${randomUUID()}:1`;
    await own.redis.multi().del(key).hset(key, successor, 1).pexpire(key, 60_000).exec();
    const refused = run(id, 'release', seen);
    await expect(refused).rejects.toMatchObject({
      code: 'changed',
      details: { changed: ['holder'], after: { token: successor }, before: { holdCount: 1 } },
    });
    expect(await own.redis.hgetall(key)).toEqual({ [successor]: '1' });
    const entry = await lastAudit(id);
    expect(entry).toMatchObject({ outcome: 'refused', details: { code: 'changed' } });
    expect([owner, successor]).toContain(entry?.holder); // as the console knew it, which may have heard of the change
    await expect(refused).rejects.toMatchObject({ details: { auditId: entry?.id } });
  });

  test('of a lock that is gone is refused as changed', async () => {
    const { key, id } = await held();
    const seen = await preview(own.runtime, id, { action: 'release' });
    await own.redis.del(key);
    await expect(run(id, 'release', seen)).rejects.toMatchObject({
      code: 'changed',
      details: { after: { type: 'none' } },
    });
  });

  test('happens once when it is asked for twice at once', async () => {
    const { id } = await held();
    const seen = await preview(own.runtime, id, { action: 'release' });
    const both = await Promise.allSettled([run(id, 'release', seen), run(id, 'release', seen)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    ['slashes and such', 'a/b:{c}#d%25 e?f&g'],
    ['emoji', 'lock:🔒'],
    ['markup', 'lock:<script>alert(1)</script>'],
    ['dots', '..'],
  ])('finds a key with %s by its id', async (_, name) => {
    const { key, id } = await held(1, `${name}${randomUUID()}`);
    await run(id, 'release', await preview(own.runtime, id, { action: 'release' }));
    expect(await own.redis.exists(key)).toBe(0);
  });

  test('finds a key that is not text, and one that is too long for its id once it is known', async () => {
    const mark = randomUUID(); // others have keys of this length on this Redis
    for (const key of [`\xff\x00\xfe${mark}`, `${mark}${'k'.repeat(5_000)}:lock`]) {
      const bytes = Buffer.from(key, 'latin1');
      await own.redis.hset(bytes, `${randomUUID()}:47`, 1);
      await own.runtime.watched('test').collector.refresh([key]);
      const locks = own.runtime.locks().filter((lock) => lock.key.byteLength === bytes.length);
      const id = locks.find((lock) => lock.key.text.includes(mark))?.id ?? '';
      await run(id, 'release', await preview(own.runtime, id, { action: 'release' }));
      expect(await own.redis.exists(bytes)).toBe(0);
    }
  });
});

describe('of one of several holders', () => {
  /** A lock that these read, as Redisson has it: a key for each hold. */
  async function read(...owners: string[]) {
    const key = `config:${randomUUID()}`;
    await own.redis.hset(key, Object.fromEntries([['mode', 'read'], ...owners.map((owner) => [owner, 1])]));
    for (const owner of owners) {
      await own.redis.set(`{${key}}:${owner}:rwlock_timeout:1`, 1, 'PX', 60_000);
    }
    await own.redis.pexpire(key, 60_000);
    return { key, id: idOf(bytesOf(key)) };
  }
  const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

  test('a release frees that one, leaves the others, and is in the audit as of that one', async () => {
    const owners = [1, 2, 3].map((thread) => `${randomUUID()}:${thread}`);
    const [first = '', second = '', third = ''] = owners;
    const { key, id } = await read(...owners);
    const seen = await preview(own.runtime, id, { action: 'release', tokenDigest: digestOf(second) });
    expect(seen.holder.token.text).toBe(second);
    expect(seen.consequences[0]).toEqual({ code: 'others-hold-on', happens: true, values: { count: 2 } });
    expect(await run(id, 'release', seen)).toMatchObject({ outcome: 'released', woken: 0 });
    expect(Object.keys(await own.redis.hgetall(key)).sort()).toEqual(['mode', first, third].sort());
    expect(await lastAudit(id)).toMatchObject({ outcome: 'released', holder: second });
  });

  test('the last that is released wakes whoever waits', async () => {
    const owner = `${randomUUID()}:1`;
    const { key, id } = await read(owner);
    const seen = await preview(own.runtime, id, { action: 'release', tokenDigest: digestOf(owner) });
    expect(seen.consequences.map(({ code }) => code)).not.toContain('others-hold-on');
    await run(id, 'release', seen);
    expect(await own.redis.exists(key)).toBe(0);
  });

  test('who gave it back is not taken for another', async () => {
    const [first, second] = [`${randomUUID()}:1`, `${randomUUID()}:2`];
    const { key, id } = await read(first, second);
    const ask = { action: 'release', tokenDigest: digestOf(second) } as const;
    const seen = await preview(own.runtime, id, ask);
    await own.redis.hdel(key, second);
    await expect(preview(own.runtime, id, ask)).rejects.toMatchObject({ code: 'not-held' });
    await expect(run(id, 'release', seen)).rejects.toMatchObject({
      code: 'changed',
      details: { changed: ['holder'] },
    });
    expect(await own.redis.hexists(key, first)).toBe(1);
    expect(await lastAudit(id)).toMatchObject({ outcome: 'refused' });
  });
});

describe('an extension', () => {
  test('raises the TTL, never shortens it, and records the lease', async () => {
    const { key, id } = await held();
    const ask = { action: 'extend', leaseMs: 120_000 } as const;
    const result = await run(id, 'extend', await preview(own.runtime, id, ask), { leaseMs: 120_000 });
    expect(result).toMatchObject({ outcome: 'extended', woken: null });
    expect(await own.redis.pttl(key)).toBeGreaterThan(100_000);
    expect(await lastAudit(id)).toMatchObject({ outcome: 'extended', details: { leaseMs: 120_000 } });
    await run(id, 'extend', await preview(own.runtime, id, ask), { leaseMs: 1_000 });
    expect(await own.redis.pttl(key)).toBeGreaterThan(100_000);
  });

  test('of a lock that never expires is refused', async () => {
    const { key, id } = await held();
    await own.redis.persist(key);
    const seen = await preview(own.runtime, id, { action: 'extend' });
    expect(seen).toMatchObject({ allowed: false, why: { code: 'extend-unsupported' } });
    await expect(run(id, 'extend', seen)).rejects.toMatchObject({ code: 'extend-unsupported' });
    expect(await own.redis.pttl(key)).toBe(-1);
    expect(await lastAudit(id)).toMatchObject({ outcome: 'refused' });
  });
});

test('what is shown and what will be compared are of one reading, however fast the lock changes hands', async () => {
  const { key, id } = await held();
  let stop = false;
  const churn = (async () => {
    while (!stop)
      await own.redis.multi().del(key).hset(key, `${randomUUID()}:1`, 1).pexpire(key, 60_000).exec();
  })();
  try {
    for (let i = 0; i < 30; i++) {
      const { lock, seen } = await preview(own.runtime, id, { action: 'release' });
      const digest = await crypto.subtle.digest('SHA-256', Buffer.from(lock.holders[0]?.token.text ?? ''));
      expect(Buffer.from(digest).toString('hex')).toBe(seen.tokenDigest);
    }
  } finally {
    stop = true;
    await churn;
  }
});

describe('friction', () => {
  test('on production: no release without a reason and the typed key, and a key is left alone', async () => {
    const strict = opened(await startRuntime(own.redisUrl, { LOCKSCOPE_ENVIRONMENT: 'production' }));
    const { key, id } = await held();
    const { seen, typedKey, requires } = await preview(strict, id, { action: 'release' });
    expect(requires).toMatchObject({ reason: true, typedKey: true });
    const tries: [string, Record<string, string>][] = [
      ['reason', { reason: ' ', typedKey }],
      ['typedKey', { reason: 'stuck' }],
      ['typedKey', { reason: 'stuck', typedKey: `${typedKey} ` }],
    ];
    for (const [setting, body] of tries) {
      const refused = runAction(strict, {
        id,
        action: 'release',
        body: { seen, reason: '', ...body } as never,
        caller: callerAt('10.0.0.7', 'mk'),
      });
      await expect(refused).rejects.toMatchObject({ code: 'invalid-argument', details: { setting } });
    }
    expect(await own.redis.exists(key)).toBe(1);
    const entries = await strict.history.audit({ limit: 9, lockId: id });
    expect(entries.map(({ outcome, actor }) => [outcome, actor])).toEqual(Array(3).fill(['refused', 'mk']));
  });

  test('read-only: everything can be seen and nothing be done', async () => {
    const watching = opened(await startRuntime(own.redisUrl, { LOCKSCOPE_READ_ONLY: '1' }));
    const { key, id } = await held();
    const seen = await preview(watching, id, { action: 'release' });
    expect(seen).toMatchObject({ allowed: false, why: { code: 'read-only' } });
    const body = { seen: seen.seen, reason: 'x', typedKey: seen.typedKey };
    const refused = runAction(watching, { id, action: 'release', body, caller });
    await expect(refused).rejects.toMatchObject({ code: 'read-only' });
    expect(await own.redis.exists(key)).toBe(1);
  });

  test('a caller that acts too often is stopped before anything is tried', async () => {
    const busy = callerAt('10.9.9.9');
    const { id } = await held();
    const { seen } = await preview(own.runtime, id, { action: 'release' });
    const body = { seen, reason: '', leaseMs: 90_000 };
    for (let i = 0; i < 60; i++) await runAction(own.runtime, { id, action: 'extend', body, caller: busy });
    const next = runAction(own.runtime, { id, action: 'release', body: { seen, reason: '' }, caller: busy });
    await expect(next).rejects.toMatchObject({ code: 'rate-limited' });
  });
});

test('a Redis that is gone or does not answer fails the act, and the audit says whether it may have happened', async (context) => {
  const { server, connect } = await ownServer(context);
  const direct = connect({ retryStrategy: () => 20 });
  const away = opened(await startRuntime(server.url));
  await direct.hset('order:1:lock', `${randomUUID()}:47`, 1);
  const id = 'test.0.order:1:lock';
  const { seen } = await preview(away, id, { action: 'release' });
  const body = { seen, reason: '' };

  server.freeze();
  await expect(runAction(away, { id, action: 'release', body, caller })).rejects.toMatchObject({
    code: 'timed-out',
  });
  server.thaw();
  await server.stop('SIGKILL');
  await until('the connection is closed', () => away.watched('test').actions.status !== 'ready');
  await expect(runAction(away, { id, action: 'release', body, caller })).rejects.toMatchObject({
    code: 'node-down',
  });
  const entries = await away.history.audit({ limit: 9 });
  expect(entries.map(({ outcome, details }) => [outcome, details.code])).toEqual([
    ['failed', 'node-down'],
    ['failed', 'timed-out'],
  ]);
  expect(entries.every(({ details }) => 'mayHaveHappened' in details)).toBe(true);
});
