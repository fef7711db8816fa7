import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { ownServer } from '../../e2e/support/own-server';
import { until } from '../../e2e/support/redis-server';
import type { Lease, LockClient, LockClientOptions, ReentrantLease, Semaphore, WriteLease } from './index';
import * as locks from './index';

const read = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8');
const guide = read('client');

type AnyClient = LockClient<Lease<unknown>, unknown, unknown>;
type Create = (options: LockClientOptions) => AnyClient;
type Kind = { name: string; page: string; create: Create; rival: Create; key?: unknown; silent?: true };

const kind = (page: string, create: Create, more: Partial<Kind> = {}): Kind => {
  return { name: page, page, create, rival: create, ...more };
};
const readers: Create = (options) => locks.createReadWrite(options).read;
const writers: Create = (options) => locks.createReadWrite(options).write;
const kinds: Kind[] = [
  kind('mutex', locks.createMutex),
  kind('reentrant', locks.createReentrant),
  kind('fair', locks.createFair),
  kind('read-write', readers, { name: 'read', rival: writers }),
  kind('read-write', writers, { name: 'write' }),
  kind('fenced', locks.createFenced),
  kind('semaphore', (options) => locks.createSemaphore({ ...options, permits: 1 })),
  kind('multi-lock', locks.createMultiLock, { key: ['shop:lock:a', 'shop:lock:b'] }),
  kind('redlock', ({ redis, ...options }) =>
    locks.createRedlock({ ...options, nodes: [redis], nodeTimeoutMs: 400 }),
  ),
  kind('timestamp', locks.legacyTimestampLock, { silent: true }),
];

type Cost = { sent: string; count: number; run: number };

/**
 * Turns of which the least costly is taken, step by step. What two connections are told of one release, or of two
 * subscriptions, may come together or apart: an attempt more is no cost of the step, and an attempt less is impossible.
 */
const TURNS = 15;

/** What all connections but `admin` send while `step` runs, and how many commands Redis runs, those of scripts included. */
function costsOn(admin: Redis, { onTestFinished }: TestContext) {
  const own = new Set(['ping', 'info', 'config|resetstat']);
  const original = Redis.prototype.sendCommand;
  const asked = new Set<Redis>();
  let sent: string[] = [];
  const spy = vi.spyOn(Redis.prototype, 'sendCommand').mockImplementation(function (
    this: Redis,
    command,
    stream,
  ) {
    if (this !== admin) asked.add(this);
    if (this !== admin && !own.has(command.name)) sent.push(command.name.toUpperCase());
    return original.call(this, command, stream);
  });
  onTestFinished(() => spy.mockRestore());
  return async (step: () => Promise<unknown>): Promise<Cost> => {
    await admin.config('RESETSTAT');
    sent = [];
    await step();
    await Promise.all([...asked].map((redis) => redis.status === 'ready' && redis.ping()));
    const stats = [...(await admin.info('commandstats')).matchAll(/cmdstat_([^:]+):calls=(\d+)/g)];
    const run = stats.reduce((sum, [, name = '', calls]) => sum + (own.has(name) ? 0 : Number(calls)), 0);
    const times = [...new Set(sent)].map((name) => {
      const count = sent.filter((each) => each === name).length;
      return count === 1 ? `\`${name}\`` : `\`${name}\` × ${count}`;
    });
    return { sent: times.join(', '), count: sent.length, run };
  };
}

async function costsOf(
  { create, rival: createRival, key = 'shop:lock:7', silent }: Kind,
  context: TestContext,
) {
  const { connect } = await ownServer(context);
  const admin = connect();
  const client = create({ redis: connect(), heartbeat: false });
  const rival = createRival({ redis: connect(), heartbeat: false });
  const cost = costsOn(admin, context);
  const rows = new Map<string, Cost>();
  const options = { leaseMs: 600_000, waitMs: 120_000 };

  async function turn(): Promise<void> {
    let lease: Lease<unknown> = await client.acquire(key, options);
    await lease.release();
    const measured = async (name: string, step: () => Promise<unknown>): Promise<void> => {
      const now = await cost(step);
      const least = rows.get(name);
      if (!least || now.run + now.count < least.run + least.count) rows.set(name, now);
    };
    await measured('take it when it is free', async () => {
      lease = await client.acquire(key, options);
    });
    let again = lease;
    if ('reenter' in lease) {
      await measured('re-enter', async () => {
        again = await (lease as ReentrantLease).reenter({ leaseMs: 900_000 });
      });
    }
    // Longer each time: a TTL that is long enough already is left alone, which is one command less.
    if (!silent) await measured('renew, extend', () => lease.extend(1_200_000));
    if (again !== lease) await again.release();
    await measured('release', () => lease.release());
    const held = await rival.acquire(key, options);
    await measured('find it held', () => client.acquire(key, { ...options, waitMs: 0 }).catch(() => {}));
    let waiting = Promise.resolve(lease);
    const asleep = () =>
      new Promise<void>((onWaiting) => {
        waiting = client.acquire(key, { ...options, onWaiting });
      });
    if (silent) await asleep();
    else await measured('wait, until it sleeps', asleep);
    const over = async () => {
      await held.release();
      lease = await waiting;
    };
    if (silent) await over();
    else await measured('hand over to who waits', over);
    await lease.release();
  }

  await turn(); // opens connections and loads scripts
  rows.clear();
  for (let i = 0; i < TURNS; i++) await turn();
  await Promise.all([client.close(), rival.close()]);
  const lines = [...rows].map(([name, { sent, run }]) => `| ${name} | ${sent} | ${run} |`);
  return ['| Step | Commands sent | Commands run |', '| --- | --- | --- |', ...lines, ''].join('\n');
}

describe('the costs on a page are those of a real Redis:', () => {
  test.for(kinds)('$name', async (kind, context) => {
    const tables = read(`locks/${kind.page}`).match(/^\| Step .*\n(?:\|.*\n)+/gm) ?? [];
    expect(tables[kind.name === 'write' ? 1 : 0]).toBe(await costsOf(kind, context));
  });
});

/** What the guide grants a user of the locks of a page. */
function rightsFor(page: string): string[] {
  const parts = ['ACL SETUSER shop', page].map(
    (start) => new RegExp(`^${start} +([^ a-z].*|on .*)((?:\\n .*)*)`, 'm'),
  );
  return parts.flatMap((part) => part.exec(guide)?.slice(1).join(' ').trim().split(/\s+/) ?? []);
}

describe('the rights that the guide grants are enough, and no command of them is too much, for', () => {
  test.for(kinds)('$name', async ({ name, page, create, rival, key = 'shop:lock:7', silent }, context) => {
    const { connect } = await ownServer(context);
    const admin = connect();
    const rights = rightsFor(page);
    await admin.call('ACL', 'SETUSER', 'shop', ...rights);
    if (silent) await admin.set(String(key), String(Date.now() - 1_000)); // to be taken over
    await admin.config('RESETSTAT');
    const connection = () => connect({ username: 'shop', password: 'secret' });
    const clients = [create, rival, create].map((make) => make({ redis: connection() }));
    const [client, other, peer] = clients as [AnyClient, AnyClient, AnyClient];
    const options = { leaseMs: silent ? 60_000 : 600, waitMs: 8_000, watchdog: !silent };

    const lease = await client.acquire(key, options);
    if ('reenter' in lease) await (await (lease as ReentrantLease).reenter()).release();
    if ('acquireRead' in lease) await (await (lease as WriteLease).acquireRead()).release();
    if (name === 'read') await (await peer.acquire(key, options)).release();
    if ('permits' in client) await (client as Semaphore).permits(String(key));
    if (!silent) {
      const first = lease.expiresAtMs;
      await until('it is renewed', () => lease.expiresAtMs > first);
      await lease.extend(700);
    }
    await lease.release();
    const held = await other.acquire(key, options);
    const stop = new AbortController();
    const waiting = client.acquire(key, { ...options, signal: stop.signal, onWaiting: () => stop.abort() });
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' });
    await held.release();
    const freed = await peer.acquire(key, options);
    const counts = !['mutex', 'redlock', 'semaphore', 'timestamp'].includes(name);
    await client.forceRelease(key, { token: freed.token, ...(counts ? { holdCount: 1 } : {}) });
    if (!silent) await until('its holder is told', () => freed.signal.aborted);
    await Promise.all(clients.map((each) => each.close()));

    expect(await admin.call('ACL', 'LOG')).toEqual([]);
    const stats = await admin.info('commandstats');
    const commands = rights.flatMap((right) => (right.startsWith('+') ? [right.slice(1)] : []));
    expect(commands.filter((command) => !stats.includes(`cmdstat_${command}:`))).toEqual([]);
  });
});
