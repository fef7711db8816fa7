import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { watch } from '../../../e2e/support/watch';
import { UNREAD_AFTER_MS } from '../../domain/locks/unread';

const LOCKS = 1_000;
/** Long enough for most locks to be read before they expire. */
const LEASE_MS = 30_000;
const LIMIT_MS = 90_000;
/** Room for the tick that marks locks as unread, once a second. */
const ROOM_MS = 5_000;

test('rows whose turn does not come are unknown, not held, and the node counts them', async (context) => {
  const { server, connect } = await ownServer(context);
  // Reading all of them once takes ten seconds of this budget, and at their deadline they are due at once.
  const view = watch(server.url, { commandsPerSecond: 400 });
  context.onTestFinished(() => view.collector.stop());
  await until('it is live', () => view.status().coverage.contents === 1);
  const redis = connect();
  const locks = Array.from({ length: LOCKS }, (_, i) => `lock:${i}`);
  await Promise.all(locks.map((key) => redis.set(key, randomUUID(), 'PX', LEASE_MS)));
  await until('they are known', () => view.collector.locks().length > LOCKS / 2, LIMIT_MS);

  const held = () => view.collector.locks().filter(({ state }) => state !== 'unknown');
  const claims = () => held().map(({ expiresAtMs }) => Date.now() - Number(expiresAtMs));
  const stale = await until(
    'some were not read',
    () => view.collector.locks().find(({ reason }) => reason.code === 'unread'),
    LIMIT_MS,
  );
  expect(stale).toMatchObject({ state: 'unknown', findings: [], holders: [{ verdict: 'unknown' }] });
  await until('nothing is said of any that is long past its deadline', () =>
    claims().every((overMs) => overMs < UNREAD_AFTER_MS + ROOM_MS),
  );
  expect(view.status()).toMatchObject({ state: 'live', problem: null });
  await until('the node says how many', () => view.status().coverage.unread > 0);

  await until('those that are read in the end are gone', () => view.collector.locks().length === 0, LIMIT_MS);
  expect(view.status().coverage).toMatchObject({ unread: 0, oldestAtMs: null });
});
