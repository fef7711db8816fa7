import { expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import { readinessOf, withoutNames } from './health';

test('a target that is down is named to this machine, and counted to strangers', async () => {
  const server = await startRedisServer();
  const runtime = await startRuntime(server.url, { LOCKSCOPE_TARGET_NAME: 'billing' });
  try {
    expect(readinessOf(runtime)).toMatchObject({ ready: true, down: 0, problems: [] });
    await server.stop();
    await until('the target is down', () => runtime.nodes().every(({ state }) => state === 'down'));
    const readiness = readinessOf(runtime);
    expect(readiness).toMatchObject({
      ready: true,
      down: 1,
      targets: [{ target: 'billing', state: 'down' }],
    });
    expect(readiness.problems).toEqual([expect.stringMatching(/^billing \(.+\): down \(.+\)$/)]);
    expect(withoutNames(readiness)).toEqual({ ready: true, down: 1, problems: 1 });
  } finally {
    await runtime.close();
    await server.close();
  }
});
