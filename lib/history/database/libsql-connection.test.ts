import { afterEach, expect, test } from 'vitest';
import { LibsqlConnection } from './libsql-connection';

const ENDLESS = 'with recursive n(x) as (select 1 union all select x + 1 from n)';
/** As many statements as there are threads for them, and more. */
const THREADS = 8;

const connections: LibsqlConnection[] = [];
afterEach(() => {
  for (const each of connections.splice(0)) each.close();
});

function opened(statementMs: number): LibsqlConnection {
  const connection = new LibsqlConnection(':memory:', { statementMs, busyMs: 1_000 });
  connections.push(connection);
  return connection;
}

test.each([
  ['before its first row', `${ENDLESS} select max(x) as x from n`],
  ['between two rows', `${ENDLESS} select x from n`],
])('what is interrupted %s leaves the connection to the next statement', async (_, text) => {
  const history = opened(50);
  await expect(history.ask(text)).rejects.toMatchObject({ code: 'timed-out' });
  history.statementMs = 60_000;
  expect(await history.ask('select 7 as x')).toEqual([{ x: 7 }]);
  expect(await history.ask('select 8 as x')).toEqual([{ x: 8 }]);
});

test('what waits for a thread when its time is over is interrupted all the same', async () => {
  const busy = Array.from({ length: THREADS }, () => opened(2_000));
  const running = busy.map((each) => each.ask(`${ENDLESS} select max(x) as x from n`));
  const waiting = opened(20).ask(`${ENDLESS} select max(x) as x from n`);
  const late = await Promise.allSettled([...running, waiting]);
  expect(late.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(
    Array.from({ length: THREADS + 1 }, () => 'timed-out'),
  );
});
