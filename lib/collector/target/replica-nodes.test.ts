import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test } from 'vitest';
import { waitingFor } from '../../../e2e/support/a-lock';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';
import type { ReplicaStatus } from '../../contract/replica';
import { bytesOf } from '../../domain/keys/bytes';
import type { Target } from '../../domain/nodes/target';
import { lockscopeMutex } from '../../formats/node/lockscope-mutex';
import { createMutex } from '../../locks/index';

/** A watched primary with a replica of its own. */
async function replicated(context: TestContext, change: Partial<Target> = {}) {
  const primary = await ownServer(context, ['--repl-diskless-sync-delay', '0']);
  const replica = await ownServer(context, ['--replicaof', '127.0.0.1', String(primary.server.port)]);
  const redis = primary.connect();
  await until('the replica is online', async () =>
    (await redis.info('replication')).includes('state=online'),
  );
  const watched = watch(primary.server.url, change);
  context.onTestFinished(() => watched.collector.stop());
  const address = `127.0.0.1:${replica.server.port}`;
  const row = () => watched.status().replicas?.find((each) => each.address === address);
  const when = (what: string, is: (row: ReplicaStatus) => unknown) =>
    until(
      what,
      () => {
        const now = row();
        return now && is(now) ? now : undefined;
      },
      30_000,
    );
  const take = (key: string) => redis.set(key, randomUUID(), 'PX', 600_000);
  return { primary, replica, redis, watched, address, row, when, take };
}

describe.concurrent('a replica', () => {
  test('is shown with what it says itself, and has every lock of its primary', async (context) => {
    const { redis, when, take, address } = await replicated(context);
    for (let i = 0; i < 12; i++) await take(`lock:${i}`);
    const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1];
    const row = await when('its locks are counted', ({ locks }) => locks?.held === 12);
    expect(row).toMatchObject({
      address,
      state: 'answers',
      problem: null,
      unread: [],
      redisVersion: version,
    });
    expect(row.locks).toMatchObject({ present: 12, missing: 0, held: 12 });
    await when('it is in step', ({ stream }) => stream?.link === 'up' && stream.behindBytes === 0);
    const inStep = await when('for no time', ({ stream }) => stream?.behindMs === 0);
    expect(inStep.stream?.by).toBe('replica');
    expect(inStep.cost.commandsPerSecond).toBeGreaterThan(0);
  });

  test('that froze is not reached, and its lag is what the primary says', async (context) => {
    const { replica, watched, when, take, address } = await replicated(context);
    await take('lock:before');
    await when('it answers', ({ locks }) => locks?.present === 1);
    replica.server.freeze();
    context.onTestFinished(() => replica.server.thaw());
    await take('lock:after');
    const frozen = await when('it is silent', ({ state }) => state === 'unreached');
    expect(frozen).toMatchObject({ problem: expect.stringMatching(/^no answer for \d+ s$/), locks: null });
    const lag = await when('it lags', ({ stream }) => (stream?.behindMs ?? 0) > 2_000);
    expect(lag.stream).toMatchObject({ by: 'primary', link: 'up' });
    expect(lag.stream?.behindBytes).toBeGreaterThan(50);
    expect(watched.status().findings.map(({ code }) => code)).not.toContain('node-silent');
    const [on] = await watched.collector.onReplicas(bytesOf('lock:before'));
    expect(on).toMatchObject({ address, present: null, why: expect.stringMatching(/no answer|timed out/) });

    replica.server.thaw();
    const back = await when('it has both', ({ state, locks }) => state === 'answers' && locks?.present === 2);
    expect(back.locks?.missing).toBe(0);
  });

  test('that is cut off tells which locks it has not, and the finding counts those', async (context) => {
    const { replica, redis, watched, when, take, address } = await replicated(context);
    await take('lock:before');
    await when('it has the first', ({ locks }) => locks?.present === 1);
    const admin = replica.connect();
    await admin.replicaof('127.0.0.1', '1'); // nothing listens there
    for (let i = 0; i < 3; i++) await take(`lock:after:${i}`);
    const row = await when('three are missing', ({ locks }) => locks?.missing === 3);
    expect(row).toMatchObject({ state: 'answers', locks: { present: 1, missing: 3, held: 4 } });
    expect(row.stream).toMatchObject({ by: 'replica', link: 'down' });
    const [before] = await watched.collector.onReplicas(bytesOf('lock:before'));
    const [after] = await watched.collector.onReplicas(bytesOf('lock:after:0'));
    expect([before?.present, after?.present]).toEqual([true, false]);
    const finding = await until(
      'the finding',
      () => watched.status().findings.find(({ code }) => code === 'replica-lags'),
      20_000,
    );
    expect(finding.evidence.map(({ code, values }) => ({ code, ...values }))).toEqual([
      { code: 'replica-gone', replica: address, forMs: expect.any(Number) },
      { code: 'locks-missing', replica: address, count: 3, of: 4 },
    ]);

    await redis.del('lock:after:0');
    await when('what was released is not missed', ({ locks }) => locks?.missing === 2 && locks.held === 3);
    await admin.replicaof('127.0.0.1', String(redis.options.port));
    await when('it has all again', ({ locks }) => locks?.present === 3 && locks.missing === 0);
  });

  test('that keeps up with locks that come and go all the time never lacks one', async (context) => {
    const { redis, row, when, take } = await replicated(context);
    await when('it answers', ({ state }) => state === 'answers');
    const passes = new Map<number, number>();
    let asked = 0;
    await until(
      'four passes',
      async () => {
        for (let i = 0; i < 150; i++) {
          const dice = Math.random();
          if (dice < 0.01) await redis.del(`lock:${i}`);
          else if (dice < 0.02) await take(`lock:${i}`);
        }
        const { locks = null } = row() ?? {};
        if (locks && !passes.has(locks.atMs)) {
          passes.set(locks.atMs, locks.missing);
          asked += locks.present + locks.missing;
        }
        return passes.size === 4;
      },
      50_000,
    );
    expect([...passes.values()]).toEqual([0, 0, 0, 0]);
    expect(asked, 'there were locks to ask for').toBeGreaterThan(10);
  });

  test('that was made a primary says so, and no lag is reckoned', async (context) => {
    const { replica, when, take } = await replicated(context);
    await when('it answers', ({ state }) => state === 'answers');
    await replica.connect().replicaof('NO', 'ONE');
    await take('lock:alone');
    const row = await when('it says so', ({ stream }) => stream?.link === 'none');
    expect(row.stream).toMatchObject({ behindBytes: null, behindMs: null });
  });

  test('that may not be asked says why, is no finding and costs the primary’s row nothing', async (context) => {
    const { redis, watched, replica, when, take } = await replicated(context);
    await take('lock:a');
    await when('it answers', ({ locks }) => locks?.present === 1);
    const { waiting } = watched.status();
    const admin = replica.connect();
    await admin.acl('SETUSER', 'default', '-exists', '-pubsub');
    const { unread, locks } = await when('it is refused', (row) => row.unread.length === 2);
    expect(locks).toBeNull();
    expect(unread.map(({ part }) => part)).toEqual(['locks', 'waiters']);
    for (const { why } of unread) expect(why).toMatch(/NOPERM/);
    expect(watched.status()).toMatchObject({ state: 'live', waiting, eventsNote: null });
    expect(await watched.collector.onReplicas(bytesOf('lock:a'))).toMatchObject([
      { present: null, why: expect.stringMatching(/NOPERM/) },
    ]);
    expect(await redis.exists('lock:a')).toBe(1);
  });

  test('with another password than its primary is not reached, with its words', async (context) => {
    const { watched, replica, when } = await replicated(context);
    await when('it answers', ({ state }) => state === 'answers');
    const admin = replica.connect();
    await admin.acl('SETUSER', 'default', 'resetpass', '>other');
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal');
    const row = await when('its words', ({ problem }) => /NOAUTH|WRONGPASS/.test(problem ?? ''));
    expect(row.state).toBe('unreached');
    expect(row.stream).toMatchObject({ by: 'primary', link: 'up' });
    expect(watched.status().findings.map(({ code }) => code)).not.toContain('replica-lags');
    expect(watched.problems).toEqual([]);
  });

  test('is asked nothing where the configuration says so, and its primary tells of it', async (context) => {
    const { replica, when, watched } = await replicated(context, { askReplicas: false });
    const row = await when('it is told of', ({ stream }) => stream?.behindBytes === 0);
    expect(row).toMatchObject({ state: 'unasked', stream: { by: 'primary', link: 'up' }, locks: null });
    expect(String(await replica.connect().client('LIST'))).not.toContain('name=lockscope');
    expect(await watched.collector.onReplicas(bytesOf('lock:a'))).toMatchObject([
      { present: null, why: null },
    ]);
  });

  test('has subscribers, and they wait as well', async (context) => {
    const { redis, watched, replica, when } = await replicated(context);
    await when('it answers', ({ state }) => state === 'answers');
    await using mutex = createMutex({ redis });
    await mutex.tryAcquire('a:lock');
    await until('the lock', () => waitingFor(watched.lock('a:lock')) === 0);
    const channel = lockscopeMutex.channels?.channelOf(bytesOf('a:lock')) ?? '';
    const waiter = replica.connect();
    await waiter.subscribe(channel);
    await until('the waiter', () => waitingFor(watched.lock('a:lock')) === 1);
    waiter.disconnect();
    await until('nobody', () => waitingFor(watched.lock('a:lock')) === 0);
  });

  test('is left when the watch stops: nothing of ours stays connected', async (context) => {
    const { replica, watched, when } = await replicated(context);
    await when('it answers', ({ state }) => state === 'answers');
    const admin = replica.connect();
    expect(String(await admin.client('LIST'))).toContain('name=lockscope:replica');
    await watched.collector.stop();
    await until('we are gone', async () => !String(await admin.client('LIST')).includes('name=lockscope'));
  });
});
