import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { statusOf, watch } from '../../../e2e/support/watch';
import { counted } from '../../domain/values/counted';

describe.concurrent('not live is', () => {
  test('a server that is busy with a script, until the script ends', async (context) => {
    const { server, connect } = await ownServer(context, ['--lua-time-limit', '100']);
    const view = watch(server.url);
    context.onTestFinished(() => view.collector.stop());
    const [redis, busy] = [connect(), connect()];
    await redis.set('lock:a', randomUUID());
    await until('the lock', () => view.lock('lock:a'));
    const script = busy.eval('while true do end', 0).catch((error: Error) => error.message);
    await until('it is not live', () => view.status().state === 'stale');
    expect(view.status().problem).toMatch(/^BUSY /);
    await until('its lock is unknown', () => view.lock('lock:a')?.state === 'unknown');
    expect(view.collector.isUp()).toBe(false);
    await redis.script('KILL');
    expect(await script).toMatch(/killed/i);
    await until(
      'it is live',
      () => view.status().state === 'live' && view.lock('lock:a')?.state === 'at-risk',
    );
    expect(view.status().problem).toBeNull();
  });

  test('a server that froze', async (context) => {
    const { server, connect } = await ownServer(context);
    const view = watch(server.url);
    context.onTestFinished(() => view.collector.stop());
    await connect().set('lock:a', randomUUID());
    await until('the lock', () => view.lock('lock:a'));
    server.freeze();
    context.onTestFinished(() => server.thaw());
    await until('it is not live', () => view.status().state === 'stale');
    expect(view.status().problem).toMatch(/no answer/);
    await until('its lock is unknown', () => view.lock('lock:a')?.state === 'unknown');
    server.thaw();
    await until(
      'it is live',
      () => view.status().state === 'live' && view.lock('lock:a')?.state === 'at-risk',
    );
  });

  test('a single server that is configured as a cluster, and the log says it once', async (context) => {
    const { server } = await ownServer(context);
    const view = watch(server.url, { topology: { kind: 'cluster', seeds: [server.url] } });
    context.onTestFinished(() => view.collector.stop());
    const status = () => statusOf(view.collector);
    await until('it is said', () => status().problem !== null);
    expect(status()).toMatchObject({ state: 'stale', waiting: counted(null) });
    expect(status().problem).toMatch(/^it is no cluster: ERR .*cluster support disabled/i);
    expect(view.collector.isUp()).toBe(false);
    const asked = status().lastAnswerAtMs ?? 0;
    await until('it was asked some times more', () => (status().lastAnswerAtMs ?? 0) > asked + 3_000);
    expect(view.problems.filter((problem) => /cluster/.test(problem))).toHaveLength(1);
  });
});
