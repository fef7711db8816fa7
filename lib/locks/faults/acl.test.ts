import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { lossOf } from '../../../e2e/support/loss-of';
import { ownServer } from '../../../e2e/support/own-server';
import { type AnyLease, kinds } from './kinds';

/** A server with a user `app`, whose rights the test sets; `connect` is the administrator's, `app` the user's. */
async function bench(context: TestContext, ...rights: string[]) {
  const { connect } = await ownServer(context);
  const admin = connect();
  const grant = (...more: string[]) => admin.call('ACL', 'SETUSER', 'app', ...more);
  await grant('reset', 'on', '>secret', ...rights);
  return { connect, admin, grant, app: () => connect({ username: 'app', password: 'secret' }) };
}

const EVERYTHING = ['+@all', '~*', '&*'];

vi.setConfig({ maxConcurrency: 36 });

describe.concurrent.each(kinds)('a $name used without the right to', ({ create }) => {
  test.for([
    ['run commands', 'nocommands', '+info'],
    ['touch the key', 'resetkeys', '~other:*'],
    ['write the key', 'resetkeys', '%R~*'],
  ])('%s is refused with NOPERM at once, and nothing counts as taken', async ([, ...denied], context) => {
    const { connect, app } = await bench(context, ...EVERYTHING, ...denied);
    const key = randomUUID();
    await using client = create({ redis: app(), leaseMs: 60_000 });
    await expect(client.tryAcquire(key)).rejects.toThrow(/NOPERM/);
    await expect(client.acquire(key, { waitMs: 8_000 })).rejects.toThrow(/NOPERM/);
    await using other = create({ redis: connect() });
    await (await taken(other, key)).release();
  });

  test('run scripts is refused with NOPERM, at the latest when it is released: then it stays held', async (context) => {
    const { connect, app } = await bench(context, ...EVERYTHING, '-@scripting');
    const key = randomUUID();
    await using client = create({ redis: app(), leaseMs: 60_000 });
    const refused = { message: expect.stringMatching(/NOPERM/) };
    const got: unknown = await client.tryAcquire(key).catch((error: unknown) => error);
    if (got instanceof Error) return expect(got).toMatchObject(refused);
    const lease = got as AnyLease; // by a command that is no script
    await expect(lease.release()).rejects.toMatchObject(refused);
    expect(lease.signal.aborted).toBe(false);
    await using other = create({ redis: connect() });
    expect(await other.tryAcquire(key)).toBeNull();
  });

  test('publish stays held by a release, which says so; once granted, the release wakes the waiter', async (context) => {
    const { connect, app, grant } = await bench(context, ...EVERYTHING);
    const key = randomUUID();
    await using client = create({ redis: app(), leaseMs: 60_000 });
    const lease = await taken(client, key);
    await using other = create({ redis: connect() });
    const waiter = await startWaiting(other, key, { waitMs: 8_000 });
    await grant('resetchannels');
    await expect(lease.release()).rejects.toThrow(/NOPERM|channel/);
    expect(lease.signal.aborted).toBe(false);
    expect(await other.tryAcquire(key)).toBeNull();
    await grant('allchannels');
    await lease.release();
    await (await waiter.lease).release();
  });

  test('any channel but those of releases is waited for all the same, by message', async (context) => {
    const { connect, app } = await bench(
      context,
      ...EVERYTHING,
      'resetchannels',
      '&redisson_*',
      '&lockscope_*',
    );
    const key = randomUUID();
    await using holder = create({ redis: connect(), leaseMs: 60_000 });
    const lease = await taken(holder, key);
    await using client = create({ redis: app() });
    const waiter = await startWaiting(client, key, { waitMs: 25_000 });
    await lease.release();
    await (await waiter.lease).release();
  });

  test('subscribe is still had by a waiter soon after its release', async (context) => {
    const { connect, app } = await bench(context, ...EVERYTHING, '-subscribe', '-ssubscribe');
    const key = randomUUID();
    await using holder = create({ redis: connect(), leaseMs: 60_000 });
    const lease = await taken(holder, key);
    await using client = create({ redis: app() });
    let listening = false;
    const onWaiting = () => {
      listening = true;
    };
    const waiter = client.acquire(key, { waitMs: 25_000, onWaiting }); // without its look every second it is in vain
    await expect(client.acquire(key, { waitMs: 1_500 })).rejects.toMatchObject({ code: 'wait-timeout' });
    await lease.release();
    await (await waiter).release();
    expect(listening).toBe(false);
  });
});

describe.concurrent.each(kinds)('a $name whose holder loses its rights', ({ create }) => {
  test('and whose release is refused is told lost when the lease ends: no lease ends in silence', async (context) => {
    const { app, grant } = await bench(context, ...EVERYTHING);
    await using client = create({ redis: app(), leaseMs: 2_500, watchdog: true });
    const lease = await taken(client, randomUUID());
    await grant('-@scripting');
    await expect(lease.release()).rejects.toThrow(/NOPERM/);
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
  });

  test('is told lost at the end of its lease, with the refusal as the cause', async (context) => {
    const { app, grant } = await bench(context, ...EVERYTHING);
    await using client = create({ redis: app(), leaseMs: 2_500, watchdog: true });
    const lease = await taken(client, randomUUID());
    await grant('-@scripting');
    expect(await lossOf(lease)).toMatchObject({
      code: 'lost',
      details: { why: 'expired' },
      cause: { message: expect.stringMatching(/NOPERM/) },
    });
  });

  test('and its user is told lost at the end of its lease, and gets an error from then on', async (context) => {
    const { admin, app } = await bench(context, ...EVERYTHING);
    const key = randomUUID();
    await using client = create({ redis: app(), leaseMs: 2_500, watchdog: true, commandTimeoutMs: 2_000 });
    const lease = await taken(client, key);
    await admin.call('ACL', 'DELUSER', 'app'); // cuts its connections as well
    expect(await lossOf(lease)).toMatchObject({ code: 'lost', details: { why: 'expired' } });
    await expect(client.tryAcquire(key)).rejects.toThrow();
  });
});
