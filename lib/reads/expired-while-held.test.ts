import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startRuntime } from '../../e2e/support/a-runtime';
import { fileServer } from '../../e2e/support/file-server';
import { until } from '../../e2e/support/redis-server';
import type { Marks } from '../contract/history/history';
import { ledgerQuery, marksQuery } from '../contract/history/history-queries';
import { formatProcessRecord, KEEP_MS, processKeyOf } from '../domain/keys/process-record';
import { ledgerAnswer, marksAnswer } from './history';

const own = fileServer();
/** Heartbeats are read every ten seconds. */
const LIMIT_MS = 60_000;

test('what is proven to have expired while held is counted alike in ledger, events and metrics', async (context) => {
  const runtime = await startRuntime(own.server.url);
  context.onTestFinished(() => runtime.close());
  await until('everything was looked at', () =>
    runtime.nodes().every(({ coverage }) => coverage.completedAtMs !== null),
  );
  const held = (key: string) => runtime.locks().some((lock) => lock.key.text === key);
  const expire = async (key: string, owner: string) => {
    await own.redis.multi().hset(key, `${owner}:1`, 1).pexpire(key, 6_000).exec();
    await until(`${key} is seen`, () => held(key), LIMIT_MS);
    await until(`${key} is seen to go`, () => !held(key), LIMIT_MS);
  };
  const beat = async (id: string) => {
    const record = {
      id,
      app: 'shop',
      label: null,
      host: 'web-1',
      pid: 7,
      startMs: 1,
      beatMs: 10_000,
      keepMs: KEEP_MS,
    };
    await own.redis.set(processKeyOf(id), formatProcessRecord(record), 'PX', KEEP_MS);
  };
  const [alive, dead, back, gone] = Array.from({ length: 4 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  await Promise.all([alive, dead].map(beat));
  await Promise.all([
    expire('job:1', alive), // its process lives on
    expire('job:2', dead), // its heartbeats end before its lease
    expire('job:3', back), // its thread takes the lock again
    expire('order:4', gone), // nothing is heard of it
  ]);
  await beat(alive);
  await own.redis.multi().hset('job:3', `${back}:1`, 1).pexpire('job:3', 600_000).exec();

  const scope = { target: 'test' };
  const ledger = () => ledgerAnswer(runtime, ledgerQuery.parse(scope));
  const found = await until(
    'both are proven',
    async () => {
      const answer = await ledger();
      return 'holds' in answer && answer.holds >= 2 && answer;
    },
    LIMIT_MS,
  );
  expect(found.rows).toMatchObject([{ family: 'job:*', expired: 2, livedOn: 2, cameBack: 0, locks: 2 }]);
  const asked = marksQuery.parse({ ...scope, kinds: 'expired-while-held,expired' });
  const { marks } = (await marksAnswer(runtime, asked)) as Marks;
  const of = (kind: string) => marks.filter((mark) => mark.kind === kind).map(({ lock }) => lock);
  expect(of('expired-while-held').sort()).toEqual(['test.0.job:1', 'test.0.job:3']);
  expect(of('expired')).toHaveLength(4);
  const counted = (await runtime.metrics.text(runtime)).match(
    /^lockscope_expired_while_held_total\{.*\} \d+$/gm,
  );
  expect(counted?.map((line) => line.split(' ').at(-1))).toEqual(['2']);
});
