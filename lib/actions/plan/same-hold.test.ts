import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { closing } from '../../../e2e/support/closing';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { bytesOf } from '../../domain/keys/bytes';
import { slugOf } from '../../domain/keys/lock-id';
import { preview } from './preview';

const { opened } = closing();
const idOf = (key: string) => `test.0.${slugOf(bytesOf(key))}`;

test('keys of one hold stay that on a console that reads one of them late', async (context) => {
  const { server, connect } = await ownServer(context);
  let lateMs = 0;
  let isBusy = false;
  const now = () => {
    if (isBusy) lateMs += 40;
    return Date.now() + lateMs;
  };
  const runtime = opened(await startRuntime(server.url, {}, now));
  await until('a new lock is one that is seen to begin', () =>
    runtime.nodes().every(({ coverage }) => coverage.completedAtMs !== null),
  );
  const [one, two, thread] = ['booking:flight:lock', 'booking:hotel:lock', `${randomUUID()}:47`];
  await connect()
    .multi()
    .hset(one, thread, 1)
    .hset(two, thread, 1)
    .pexpire(one, 60_000)
    .pexpire(two, 60_000)
    .exec();
  const { collector } = runtime.watched('test');
  await until('both are known', () => [one, two].every((key) => collector.find(idOf(key)) !== null));
  isBusy = true;
  const { hold } = await preview(runtime, idOf(one), { action: 'release' });
  expect(hold?.parts).toMatchObject([{ sure: 'likely' }]);
  expect(hold?.parts[0]?.leasesApartMs, 'by the clock of Redis').toBeLessThan(50);
});
