import { randomUUID } from 'node:crypto';
import { describe, expect, type TestContext, test, vi } from 'vitest';
import { startWaiting, taken } from '../../../e2e/support/lease-of';
import { lossOf } from '../../../e2e/support/loss-of';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { kinds } from './kinds';

/** A server that can be made the replica of another, or of nobody that answers. */
async function bench(context: TestContext) {
  const { server, connect } = await ownServer(context, ['--repl-diskless-sync-delay', '0']);
  const admin = connect();
  const becomes = (...args: [string, string | number]) => admin.call('REPLICAOF', ...args);
  return { server, connect, admin, becomes };
}

const UNREACHABLE = ['127.0.0.1', 1] as const;

vi.setConfig({ maxConcurrency: 36 });

describe.concurrent.each(kinds)('a $name on a read-only replica', ({ create }) => {
  test('is refused with the error of Redis, and nothing counts as taken', async (context) => {
    const { connect, becomes } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 60_000 });
    await becomes(...UNREACHABLE);
    await expect(client.tryAcquire(key)).rejects.toThrow(/READONLY/);
    await expect(client.acquire(key, { waitMs: 300 })).rejects.toThrow(/READONLY/);
    await becomes('NO', 'ONE');
    await using other = create({ redis: connect() });
    await (await taken(other, key)).release();
  });

  test('that was its primary is told lost at the end of the lease, with the refusal as its cause', async (context) => {
    const { connect, becomes } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 4_000, watchdog: true });
    const lease = await taken(client, key);
    await becomes(...UNREACHABLE);
    expect(await lossOf(lease)).toMatchObject({
      code: 'lost',
      details: { why: 'expired' },
      cause: { message: expect.stringMatching(/READONLY/) },
    });
  });

  test('that was its primary is kept when the server is primary again before the lease ends', async (context) => {
    const { connect, becomes } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 5_000, watchdog: true });
    const lease = await taken(client, key);
    const endsMs = lease.expiresAtMs;
    await becomes(...UNREACHABLE);
    await expect(lease.extend(8_000)).rejects.toThrow(/READONLY/);
    await becomes('NO', 'ONE');
    await until('it was renewed', () => lease.expiresAtMs > endsMs + 100 || lease.signal.aborted);
    expect(lease.signal.aborted).toBe(false);
    await lease.release();
  });

  test('that was its primary and took over the data of another is told lost', async (context) => {
    const [{ connect, admin, becomes }, other] = [await bench(context), await bench(context)];
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 2_000, watchdog: true });
    const lease = await taken(client, key);
    await becomes('127.0.0.1', other.server.port);
    const loss = await lossOf(lease);
    expect(loss).toMatchObject({ code: 'lost', details: { why: expect.stringMatching(/absent|expired/) } });
    await until('it follows the other', async () =>
      (await admin.info('replication')).includes('master_link_status:up'),
    );
    await using rival = create({ redis: other.connect() });
    await (await taken(rival, key)).release(); // the data are the other's, which knew no lock
  });

  test('cannot be released, which the holder is told, and can be once writes are taken again', async (context) => {
    const { connect, becomes } = await bench(context);
    const key = randomUUID();
    await using client = create({ redis: connect(), leaseMs: 60_000 });
    const lease = await taken(client, key);
    await becomes(...UNREACHABLE);
    await expect(lease.release()).rejects.toThrow(/READONLY/);
    expect(lease.signal.aborted).toBe(false);
    await becomes('NO', 'ONE');
    await lease.release();
    await using other = create({ redis: connect() });
    await (await taken(other, key)).release();
  });

  test('that was its primary gives no lease to a waiter, which waits until writes are taken again', async (context) => {
    const { connect, becomes } = await bench(context);
    const key = randomUUID();
    await using holder = create({ redis: connect(), leaseMs: 5_000, watchdog: false });
    await using client = create({ redis: connect() });
    const lease = await taken(holder, key);
    const waiter = await startWaiting(client, key, { waitMs: Number.POSITIVE_INFINITY });
    await becomes(...UNREACHABLE);
    await lossOf(lease); // the waiter looks when the lease has ended
    await expect(client.tryAcquire(randomUUID())).rejects.toThrow(/READONLY/);
    await becomes('NO', 'ONE');
    await (await waiter.lease).release();
  });
});
