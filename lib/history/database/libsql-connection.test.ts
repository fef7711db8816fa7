import { afterEach, expect, test } from 'vitest';
import { LibsqlConnection } from './libsql-connection';

const COUNT = 'with recursive n(x) as (select 1 union all select x + 1 from n where x < 100000000)';

let connection: LibsqlConnection | null = null;
afterEach(() => connection?.close());

function opened(statementMs: number): LibsqlConnection {
  connection = new LibsqlConnection(':memory:', { statementMs, busyMs: 1_000 });
  return connection;
}

test.each([
  ['before its first row', `${COUNT} select max(x) as x from n`],
  ['between two rows', `${COUNT} select x from n`],
])('what is interrupted %s leaves the connection to the next statement', async (_, text) => {
  const history = opened(50);
  await expect(history.ask(text)).rejects.toMatchObject({ code: 'timed-out' });
  history.statementMs = 60_000;
  expect(await history.ask('select 7 as x')).toEqual([{ x: 7 }]);
  expect(await history.ask('select 8 as x')).toEqual([{ x: 8 }]);
});
