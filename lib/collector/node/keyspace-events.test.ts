import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { statusOf, type Watch, watch } from '../../../e2e/support/watch';
import type { Target } from '../../domain/nodes/target';

const token = () => randomUUID();
const VIEWER = ['--user', 'viewer', 'on', 'nopass', '~*', '&*', '+@all', '-client|tracking'];

type Context = Parameters<typeof ownServer>[0];

/** A server that denies CLIENT TRACKING to the collector and sends the notifications of `flags`. */
async function notified(
  context: Context,
  flags: string,
  change: Partial<Target> = {},
  rights: string[] = [],
) {
  const { server, connect } = await ownServer(context, [
    ...['--notify-keyspace-events', flags, ...VIEWER],
    ...rights,
  ]);
  const url = `redis://viewer:any@127.0.0.1:${server.port}/${change.db ?? 0}`;
  const redis = connect({ db: change.db ?? 0 });
  async function watching(): Promise<Watch> {
    const watched = watch(url, change);
    context.onTestFinished(() => watched.collector.stop());
    await until('the first sweep', () => watched.status().coverage.names === 1);
    // The rights test runs once, with commands that the tests count.
    await until('its rights are known', () => watched.status().missingRights !== null);
    return watched;
  }
  return { redis, watching, admin: connect() };
}

/** Acquires locks one by one until one is known by an event: a keyspace scan may be the first to read some. */
async function heardOf(redis: Redis, lock: Watch['lock'], keyOf: (i: number) => string): Promise<void> {
  let i = 0;
  await until('one is heard of', async () => {
    const key = keyOf(i++);
    await redis.set(key, token(), 'PX', 600_000);
    await until('it is known', () => lock(key));
    return lock(key)?.known.by === 'event';
  });
}

async function callsOf(redis: Redis, command: string): Promise<number> {
  const stats = await redis.info('commandstats');
  return Number(new RegExp(`^cmdstat_${command}:calls=(\\d+)`, 'm').exec(stats)?.[1] ?? 0);
}

describe.concurrent('where tracking is refused and the server notifies of every change', () => {
  test('locks come and go by events, without being polled', async (context) => {
    const { redis, watching, admin } = await notified(context, 'EA');
    const { status, lock, events, kinds } = await watching();
    expect(status()).toMatchObject({ events: 'keyspace', eventsGap: null, findings: [] });
    expect(status().eventsNote).toMatch(/^changes are told by keyspace notifications: NOPERM/);
    await redis.set('lock:a', token(), 'PX', 600_000);
    await until('it is told', () => lock('lock:a') && events.length > 0);
    expect(events.at(-1)).toMatchObject({ kind: 'acquired', by: 'event' });
    const reads = await callsOf(admin, 'evalsha_ro');
    await until('some checks', async () => (await callsOf(admin, 'exists')) > 10);
    expect(await callsOf(admin, 'evalsha_ro')).toBe(reads);
    await redis.del('lock:a');
    await until('it is told', () => kinds('lock:a').at(-1) === 'released');
  });

  test('so too behind what does not even know CLIENT ID', async (context) => {
    const { redis, watching } = await notified(context, 'EA', {}, ['-client']);
    const { status, lock } = await watching();
    expect(status().events).toBe('keyspace');
    await redis.set('lock:a', token(), 'PX', 600_000);
    await until('it is seen', () => lock('lock:a')?.known.by === 'event');
  });

  test('one write that hands a lock on is a take-over, however many messages it sends', async (context) => {
    const { redis, watching } = await notified(context, 'KA');
    await redis.set('lock:a', token(), 'PX', 600_000);
    const { lock, kinds } = await watching();
    const next = token();
    await redis.set('lock:a', next, 'PX', 600_000);
    await until(
      'the next',
      () => lock('lock:a')?.holders[0]?.token.text === next && kinds('lock:a').length > 1,
    );
    expect(kinds('lock:a')).toEqual(['first-seen', 'taken-over']);
    await redis.multi().del('lock:a').set('lock:a', token(), 'PX', 600_000).exec();
    await until('the one after', () => kinds('lock:a').length > 3);
    expect(kinds('lock:a').slice(2)).toEqual(['released', 'acquired']);
  });

  test('RENAME, COPY, MOVE, RESTORE and EXPIRE are told, in the database that is watched alone', async (context) => {
    const { redis, watching, admin } = await notified(context, 'KEA', { db: 3 });
    await redis.set('lock:a', token(), 'PX', 600_000);
    const { lock, kinds } = await watching();
    const shown = (...keys: string[]) =>
      until(keys.join(), () =>
        ['lock:a', 'lock:b', 'lock:c', 'lock:d'].every((key) => keys.includes(key) === Boolean(lock(key))),
      );
    await redis.rename('lock:a', 'lock:b');
    await shown('lock:b');
    await redis.copy('lock:b', 'lock:c');
    await shown('lock:b', 'lock:c');
    const dump = await redis.dumpBuffer('lock:c');
    await redis.move('lock:c', 0);
    await shown('lock:b');
    await redis.restore('lock:d', 600_000, dump);
    await shown('lock:b', 'lock:d');
    await redis.pexpire('lock:b', 2_000);
    await until('it is over', () => kinds('lock:b').at(-1) === 'expired');
    await admin.set('lock:d', token());
    await redis.persist('lock:d');
    await until('no TTL', () => lock('lock:d')?.ttlMs === 'none');
  });

  test('a flush is told as lost locks', async (context) => {
    const { redis, watching } = await notified(context, 'EA');
    for (let i = 0; i < 20; i++) await redis.set(`lock:${i}`, token(), 'PX', 600_000);
    const { collector, events } = await watching();
    await until('all seen', () => events.length === 20);
    await redis.flushdb();
    await until('all gone', () => collector.locks().length === 0);
    await until('all told', () => events.length === 40);
    expect(new Set(events.slice(20).map(({ kind }) => kind))).toEqual(new Set(['lost']));
  });

  test('releases are not taken for a flush, though it is always the longest held that are released', async (context) => {
    const { redis, watching, admin } = await notified(context, 'EA');
    const { events } = await watching();
    for (let i = 0, checks = 0; checks < 24 || i < 1_000; i++) {
      await redis.set(`lock:${i}`, token(), 'PX', 600_000);
      await redis.del(`lock:${i - 500}`);
      if (i % 100 === 0) checks = await callsOf(admin, 'exists');
    }
    await until('releases are seen', () => events.some(({ kind }) => kind === 'released'));
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['acquired', 'released']));
  });

  test('with prefixes other keys are not listened to, and what says lock elsewhere is polled', async (context) => {
    const prefixes = ['a*b:', 'held:'];
    const { redis, watching, admin } = await notified(context, 'KEA', { prefixes });
    const { lock, status } = await watching();
    expect(status().events).toBe('keyspace');
    expect(await admin.pubsub('NUMPAT')).toBeGreaterThanOrEqual(2);
    expect(await admin.pubsub('CHANNELS', '__key*')).toEqual([]);
    for (const key of ['a*b:lock', 'held:lock']) await redis.set(key, token(), 'PX', 600_000);
    for (const prefix of prefixes) await heardOf(redis, lock, (i) => `${prefix}${i}:lock`);
    await redis.set('axb:lock', token(), 'PX', 600_000);
    await until('the sweep finds it', () => lock('axb:lock'));
    expect(lock('axb:lock')?.known.by).toBe('scan');
  });

  test('with prefixes and messages by event alone, others are passed over', async (context) => {
    const { redis, watching } = await notified(context, 'EA', { prefixes: ['held:'] });
    const { lock, status } = await watching();
    expect(status().events).toBe('keyspace');
    await redis.set('other:lock', token(), 'PX', 600_000);
    await heardOf(redis, lock, (i) => `held:${i}:lock`);
    await until('the sweep finds the other', () => lock('other:lock'));
    expect(lock('other:lock')?.known.by).toBe('scan');
  });
});

describe.concurrent('where tracking is refused and the server', () => {
  test('notifies of nothing, the finding names the line that would, which works when it is run', async (context) => {
    const { watching, admin, redis } = await notified(context, 'Ex');
    const watched = await watching();
    expect(watched.status().events).toBe('polling');
    await until('the finding', () =>
      watched.status().findings.some(({ code }) => code === 'no-notifications'),
    );
    const finding = watched.status().findings.find(({ code }) => code === 'no-notifications');
    const why = String(finding?.evidence[0]?.values.why);
    const [, name = '', value = ''] = /"CONFIG SET (\S+) (\S+)"/.exec(why) ?? [];
    await admin.config('SET', name, value);
    await until('told', () => watched.status().events === 'keyspace');
    await redis.set('lock:a', token(), 'PX', 600_000);
    await until('it is seen', () => watched.lock('lock:a')?.known.by === 'event');
    await redis.multi().hset('lock:thread', `${token()}:1`, 1).pexpire('lock:thread', 600_000).exec();
    const number = () => watched.collector.find(watched.lock('lock:thread')?.id ?? '')?.acquisitions[0];
    const before = await until("a thread's hold", number);
    await admin.config('SET', name, '');
    await until('the gap', () => watched.status().eventsGap?.untilMs === null);
    expect(watched.status().events).toBe('polling');
    await admin.config('SET', name, value);
    await until('its end', () => watched.status().eventsGap?.untilMs);
    expect(number(), "the thread's next hold may have begun").toBeGreaterThan(before);
  });

  test('is a replica, changes are polled: it replaces its data without a word', async (context) => {
    const { server } = await ownServer(context);
    const { watching } = await notified(context, 'EA', {}, ['--replicaof', '127.0.0.1', String(server.port)]);
    const { status } = await watching();
    await until('it is said', () => status().eventsNote?.includes('of a replica'));
    expect(status().events).toBe('polling');
  });

  test('notifies of strings alone, those are told and hashes are polled', async (context) => {
    const { redis, watching, admin } = await notified(context, 'Kg$xe');
    await redis.set('lock:string', token(), 'PX', 600_000);
    const { status, lock, kinds } = await watching();
    expect(status().events).toBe('polling');
    const calls = await callsOf(admin, 'evalsha_ro');
    await until('some polls', async () => (await callsOf(admin, 'scan')) > 3);
    expect(await callsOf(admin, 'evalsha_ro')).toBe(calls);
    await redis.multi().hset('lock:hash', `${token()}:1`, 1).pexpire('lock:hash', 600_000).exec();
    await until('the hash', () => lock('lock:hash'));
    await redis.hincrby('lock:hash', `${lock('lock:hash')?.holders[0]?.token.text}`, 1);
    await until('its count', () => lock('lock:hash')?.holders[0]?.holdCount === 2);
    await redis.del('lock:string');
    await until('the string', () => kinds('lock:string').at(-1) === 'released');
  });

  test('does not say what it notifies of, or whether a key is there: changes are polled, and why is said', async (context) => {
    for (const refused of ['-config', '-exists', '-subscribe']) {
      const { redis, watching } = await notified(context, 'EA', {}, [refused]);
      await redis.set('lock:a', token(), 'PX', 600_000);
      const { collector, kinds } = await watching();
      await until(`polled without ${refused}`, () => statusOf(collector).events === 'polling');
      expect(statusOf(collector).eventsNote).toMatch(/NOPERM.*; .*NOPERM/);
      await redis.flushall();
      await until('it is gone', () => kinds('lock:a').length > 1);
    }
  });
});
