import { expect, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { openConnection } from '../../redis/connection';
import { createLog } from '../record/log';
import { logConsole } from './log-console';

test('what ioredis warns of is a line of the log like any other', async (context) => {
  const { server } = await ownServer(context);
  const lines: string[] = [];
  const log = createLog(['not-needed'], { write: (line: string) => void lines.push(line) });
  const target: Pick<Console, 'warn' | 'error'> = console;
  context.onTestFinished(logConsole(log, target));
  const redis = openConnection({
    endpoint: { url: `redis://:not-needed@127.0.0.1:${server.port}`, tls: null },
    purpose: 'subscriber',
  });
  redis.on('error', () => {});
  context.onTestFinished(() => redis.disconnect());
  await redis.connect();
  const line = await until('it warns', () =>
    lines.find((text) => text.includes('does not require a password')),
  );
  expect(JSON.parse(line)).toMatchObject({ level: 40, msg: 'a library warns' });
  target.error('password %s', 'not-needed');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 50, text: 'password ***' });
});
