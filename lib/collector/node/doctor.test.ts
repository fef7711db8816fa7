import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { describe, expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { type Watch, watch } from '../../../e2e/support/watch';
import type { NodeFindingCode } from '../../contract/finding-codes';
import type { NodeFinding } from '../../contract/nodes';
import type { Target } from '../../domain/nodes/target';

const LOCK = () => `lock:${randomUUID()}`;
/** Servers are read every ten seconds. */
const A_READING_MS = 15_000;

type Bench = Watch & { redis: Redis; found(code: NodeFindingCode): NodeFinding | undefined };

/** A collector on a server of its own. */
async function bench(context: TestContext, args: string[] = [], change: Partial<Target> = {}) {
  const { server, connect } = await ownServer(context, args);
  const redis = connect();
  const watched = watch(server.url, change);
  context.onTestFinished(() => watched.collector.stop());
  const found = (code: NodeFindingCode) => watched.status().findings.find((each) => each.code === code);
  return { ...watched, redis, server, connect, found };
}

function opened({ found }: Bench, code: NodeFindingCode): Promise<NodeFinding> {
  return until(`${code} to be found`, () => found(code), A_READING_MS);
}

function cleared({ found }: Bench, code: NodeFindingCode): Promise<unknown> {
  return until(`${code} to be over`, () => !found(code), A_READING_MS);
}

const shown = ({ evidence }: NodeFinding) => evidence.map(({ code, values }) => ({ code, ...values }));

describe.concurrent('a server that', () => {
  test('may evict locks is found by its policy, with the locks that may go, and cured by the command it names', async (context) => {
    const on = await bench(context, ['--maxmemory', '100mb', '--maxmemory-policy', 'volatile-lru']);
    await on.redis.set(LOCK(), randomUUID(), 'PX', 600_000);
    await on.redis.set(LOCK(), randomUUID());
    const counted = await until(
      'the lock with a TTL is counted',
      () => on.found('evictable-locks')?.evidence.find(({ values }) => values.count === 1),
      A_READING_MS,
    );
    expect(counted.values).toMatchObject({ policy: 'volatile-lru', maxBytes: 100 * 1024 * 1024 });
    const { command, severity } = await opened(on, 'evictable-locks');
    expect(severity).toBe('at-risk');
    await on.redis.call(...((command ?? '').split(' ') as [string, ...string[]]));
    await cleared(on, 'evictable-locks');
  });

  test('has no limit evicts nothing, whatever its policy says', async (context) => {
    const on = await bench(context, ['--maxmemory-policy', 'allkeys-lru']);
    await until('its health', () => on.status().health, A_READING_MS);
    expect(on.found('evictable-locks')).toBeUndefined();
  });

  test('forgets locks without a TTL at a restart is found, until it persists', async (context) => {
    const on = await bench(context);
    const key = LOCK();
    await on.redis.set(key, randomUUID());
    const finding = await opened(on, 'no-persistence');
    expect(shown(finding)).toContainEqual({ code: 'locks-without-ttl', count: 1 });
    await on.redis.call(...((finding.command ?? '').split(' ') as [string, ...string[]]));
    await cleared(on, 'no-persistence');
  });

  test('votes in a Redlock group and forgets at a restart is found without any lock', async (context) => {
    const on = await bench(context, [], { votesAs: 'this' });
    expect(shown(await opened(on, 'no-persistence'))).toContainEqual({ code: 'in-group' });
    await on.redis.config('SET', 'appendonly', 'yes');
    const finding = await opened(on, 'aof-not-always');
    expect(on.found('no-persistence')).toBeUndefined();
    expect(shown(finding)).toContainEqual({ code: 'fsync', fsync: 'everysec' });
    await on.redis.call(...((finding.command ?? '').split(' ') as [string, ...string[]]));
    await cleared(on, 'aof-not-always');
  });

  test('restarts while leases run is found with the locks that vanished, and not with those that lapsed', async (context) => {
    const on = await bench(context);
    const [held, free] = [LOCK(), LOCK()];
    await on.redis.set(held, randomUUID(), 'PX', 600_000);
    await on.redis.set(free, randomUUID(), 'PX', 600_000);
    await until('both are known', () => on.lock(held) && on.lock(free));
    await on.redis.del(free);
    await until('one is free', () => !on.lock(free));
    await on.server.stop('SIGKILL');
    await until('it is away', () => on.status().state !== 'live');
    await on.server.start();
    expect(shown(await opened(on, 'restarted-under-locks'))).toEqual([
      { code: 'locks-vanished', count: 1 },
      { code: 'lock-vanished', key: held },
    ]);
  });

  test('restarts with its locks is not found', async (context) => {
    const on = await bench(context, ['--appendonly', 'yes', '--appendfsync', 'always']);
    const key = LOCK();
    await on.redis.set(key, randomUUID(), 'PX', 600_000);
    await until('it is known', () => on.lock(key));
    await on.server.stop('SIGKILL');
    await until('it is away', () => on.status().state !== 'live');
    await on.server.start();
    await until('it is held again', () => on.lock(key)?.state === 'held');
    expect(on.found('restarted-under-locks')).toBeUndefined();
  });

  test('was flushed has not restarted', async (context) => {
    const on = await bench(context);
    await on.redis.set(LOCK(), randomUUID(), 'PX', 600_000);
    await until('it is known', () => on.collector.locks().length === 1);
    await on.redis.flushall();
    await until('it is lost', () => on.events.some(({ kind }) => kind === 'lost'));
    expect(on.found('restarted-under-locks')).toBeUndefined();
  });

  test('does not tell of changes is found, with what it said, until it does', async (context) => {
    const { server, connect } = await ownServer(context);
    const redis = connect();
    const grant = (...rules: string[]) => redis.call('ACL', 'SETUSER', 'narrow', ...rules);
    await grant('on', '>secret', '~*', '&*', '+@all', '-client|tracking');
    const watched = watch(`redis://narrow:secret@127.0.0.1:${server.port}`);
    context.onTestFinished(() => watched.collector.stop());
    const found = () => watched.status().findings.find(({ code }) => code === 'no-notifications');
    const finding = await until('it is found', found, A_READING_MS);
    expect(finding).toMatchObject({ severity: 'info', command: expect.stringContaining('+client|tracking') });
    expect(JSON.stringify(finding.evidence)).toContain('NOPERM');
    await grant('+client|tracking');
    const list = String(await redis.client('LIST'));
    for (const [, id = ''] of list.matchAll(/^id=(\d+) .*name=lockscope:/gm))
      await redis.client('KILL', 'ID', id);
    await until('it is over', () => watched.status().state === 'live' && !found(), A_READING_MS);
  });

  test('has classic and sharded waiters on one channel is found with the channel, until one kind is left', async (context) => {
    const on = await bench(context);
    const key = randomUUID();
    await on.redis.multi().hset(key, `${randomUUID()}:1`, 1).pexpire(key, 600_000).exec();
    const channel = `redisson_lock__channel:{${key}}`;
    const [classic, sharded] = [on.connect(), on.connect()];
    await classic.subscribe(channel);
    await sharded.ssubscribe(channel);
    expect(shown(await opened(on, 'mixed-pubsub'))).toEqual([{ code: 'both-pubsub', channel }]);
    classic.disconnect();
    await cleared(on, 'mixed-pubsub');
  });

  test('has many latch keys is found by the pass that goes on anyway, until they are gone', async (context) => {
    const on = await bench(context);
    const latches = Array.from({ length: 60 }, (_, i) => [`redisson_unlock_latch:{order}:${i}`, '1']);
    await on.redis.mset(...latches.flat());
    expect(shown(await opened(on, 'latches-pile-up'))).toEqual([{ code: 'latches', count: 60 }]);
    await on.redis.flushall(); // a scan follows at once
    await cleared(on, 'latches-pile-up');
  });
});

describe.concurrent('a user that may not', () => {
  async function restricted(context: TestContext, ...rules: string[]): Promise<Watch> {
    const { server, connect } = await ownServer(context, ['--maxmemory', '1gb']);
    await connect().call('ACL', 'SETUSER', 'narrow', 'on', '>secret', '~*', '&*', '+@all', ...rules);
    const watched = watch(`redis://narrow:secret@127.0.0.1:${server.port}`);
    context.onTestFinished(() => watched.collector.stop());
    await until('its health', () => watched.status().health, A_READING_MS);
    return watched;
  }

  test('ask for the configuration is told what that costs, and reads the rest', async (context) => {
    const { health } = (await restricted(context, '-config')).status();
    expect(health?.unread.map(({ part }) => part)).toEqual(['persistence']);
    expect(health?.unread[0]?.why).toMatch(/NOPERM/);
    expect(health).toMatchObject({
      memory: { maxBytes: 1024 ** 3, policy: 'noeviction' },
      persistence: { appendOnly: false, fsync: null, snapshots: null },
      replication: { role: 'primary', minReplicas: 0 },
    });
  });

  test('ask for INFO reads what the configuration says', async (context) => {
    const { health } = (await restricted(context, '-info')).status();
    expect(health?.unread.map(({ part }) => part)).toEqual(['replication']);
    expect(health?.memory).toEqual({ usedBytes: null, maxBytes: 1024 ** 3, policy: 'noeviction' });
    expect(health?.persistence).toEqual({ appendOnly: false, fsync: 'everysec', snapshots: false });
  });

  test('ask for anything of the kind is told so of each part, and nothing is guessed', async (context) => {
    const { health, findings } = (await restricted(context, '-info', '-config', '-time')).status();
    expect(health?.unread.map(({ part }) => part)).toEqual(['memory', 'persistence', 'replication', 'clock']);
    expect(health).toMatchObject({
      memory: { usedBytes: null, maxBytes: null, policy: null },
      replication: { role: null, replicas: null, minReplicas: null, follows: null },
      clock: null,
    });
    expect(findings).toEqual([]);
  });
});
