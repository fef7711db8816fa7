import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { readLock, seenOf } from '../../reads/read-lock';
import { openConnection } from '../../redis/connection';
import { guardedByDeadline } from '../../redis/guarded-script';
import { scripts } from '../../redis/scripts.generated';
import { extendLock } from './extend-lock';
import { releaseLock } from './release-lock';

const options = { now: Date.now, named: true };
const TOKEN = '0fc231521bc67967f3c288a4935288fa';
const OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';

const own = fileServer({ maxRetriesPerRequest: null });
const { opened } = closing();

async function connect(commandTimeoutMs = 2_000, user = ''): Promise<Redis> {
  const url = user ? own.server.url.replace('//', `//${user}:secret@`) : own.server.url;
  const redis = opened(
    openConnection({ endpoint: { url, tls: null }, purpose: 'actions', commandTimeoutMs }),
  );
  redis.on('error', () => {}); // it is stopped on purpose
  await redis.connect();
  return redis;
}

async function see(redis: Redis, key: string) {
  const { lock } = await readLock(redis, key, options);
  if (!lock) throw new Error(`${key} is not held`);
  return seenOf(lock);
}

async function user(...rules: string[]): Promise<string> {
  const name = `u${randomUUID().slice(0, 8)}`;
  await own.redis.acl('SETUSER', name, 'on', '>secret', '~*', '&*', '+@all', ...rules);
  return name;
}

describe('a user who may not', () => {
  test.each([
    ['run scripts', ['-evalsha', '-eval'], { command: 'EVALSHA' }],
    ['delete', ['-del'], { commands: expect.arrayContaining(['DEL']) }],
    ['publish there', ['resetchannels'], { commands: expect.arrayContaining(['DEL']) }],
  ])('%s is told so, and the lock is left alone', async (_, rules, details) => {
    const key = `${randomUUID()}:lock`;
    await own.redis.hset(key, OWNER, 1);
    const redis = await connect(2_000, await user(...rules));
    const act = releaseLock(redis, key, await see(redis, key), options);
    await expect(act).rejects.toMatchObject({
      code: 'denied',
      details: { mayHaveHappened: false, ...details },
    });
    expect(await own.redis.hgetall(key)).toEqual({ [OWNER]: '1' });
  });

  test.each([
    ['read the key', ['resetkeys', '~other:*'], null],
    ['ask its type', ['-type'], 'TYPE'],
    ['read its value', ['-getrange'], 'GETRANGE'],
    ['ask the time', ['-time'], 'TIME'],
  ])('%s is told so', async (_, rules, command) => {
    const key = `${randomUUID()}:lock`;
    await own.redis.set(key, TOKEN);
    const redis = await connect(2_000, await user(...rules));
    await expect(readLock(redis, key, options)).rejects.toMatchObject({
      code: 'denied',
      details: { command },
    });
  });
});

describe('an answer that does not come in time', () => {
  test('to an act: says that it may have happened, and it may', async () => {
    const key = `${randomUUID()}:lock`;
    await own.redis.set(key, TOKEN, 'PX', 60_000);
    const redis = await connect(300);
    const seen = await see(redis, key);
    await own.redis.script('LOAD', guardedByDeadline(scripts.releaseString).text);
    await own.redis.client('PAUSE', 20_000, 'WRITE');
    try {
      const act = releaseLock(redis, key, seen, options);
      await expect(act).rejects.toMatchObject({ code: 'timed-out', details: { mayHaveHappened: true } });
    } finally {
      await own.redis.client('UNPAUSE');
    }
    await until('the late release', async () => (await own.redis.exists(key)) === 0);
  });

  test('to a reading: nothing happened', async () => {
    const key = `${randomUUID()}:lock`;
    await own.redis.set(key, TOKEN, 'PX', 60_000);
    const redis = await connect(300);
    const seen = await see(redis, key);
    own.server.freeze();
    try {
      const act = extendLock(redis, key, seen, 90_000, options);
      await expect(act).rejects.toMatchObject({ code: 'timed-out', details: { mayHaveHappened: false } });
    } finally {
      own.server.thaw();
    }
  });
});

describe('a connection', () => {
  test('that breaks during an act: says that it may have happened', async () => {
    const key = `${randomUUID()}:lock`;
    await own.redis.set(key, TOKEN, 'PX', 60_000);
    const redis = await connect();
    const seen = await see(redis, key);
    const id = await redis.client('ID');
    await own.redis.client('PAUSE', 20_000, 'WRITE');
    const act = releaseLock(redis, key, seen, options).catch((error: unknown) => error);
    await until('the script to wait', async () =>
      String(await own.redis.client('LIST', 'ID', id)).includes('cmd=evalsha '),
    );
    await own.redis.client('KILL', 'ID', id);
    expect(await act).toMatchObject({ code: 'node-down', details: { mayHaveHappened: true } });
    await own.redis.client('UNPAUSE');
  });

  test('to a server that is away: nothing happened, and it works again when the server is back', async () => {
    const key = `${randomUUID()}:lock`;
    const redis = await connect();
    await own.redis.set(key, TOKEN);
    const seen = await see(redis, key);
    await own.server.stop();
    await until('the break', () => redis.status !== 'ready');
    await expect(releaseLock(redis, key, seen, options)).rejects.toMatchObject({
      code: 'node-down',
      details: { mayHaveHappened: false },
    });
    await own.server.start();
    await until('the connection', () => redis.status === 'ready');
    await own.redis.set(key, TOKEN, 'PX', 60_000);
    expect((await releaseLock(redis, key, await see(redis, key), options)).outcome).toBe('released');
  });
});
