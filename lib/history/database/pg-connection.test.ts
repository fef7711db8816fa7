import pg from 'pg';
import { expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { onPostgres } from '../../../e2e/support/history-places';
import { openSchema } from './pg-connection';

const { closers } = closing();

onPostgres((server) => {
  test('a schema is there for all of those who make it in the same moment', async () => {
    const connectionString = await server.database();
    const clients = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const client = new pg.Client({ connectionString });
        await client.connect();
        closers.push(() => client.end());
        return client;
      }),
    );
    for (let nth = 0; nth < 20; nth++) {
      await Promise.all(clients.map((client) => openSchema(client, `race_${nth}`)));
    }
    const names = await clients[0]?.query("select nspname from pg_namespace where nspname like 'race%'");
    expect(names?.rowCount).toBe(20);
  });

  test('whoever may not make one is told', async () => {
    const connectionString = await server.database();
    const client = new pg.Client({ connectionString });
    await client.connect();
    closers.push(() => client.end());
    await client.query('create role nobody_here');
    await client.query('set role nobody_here');
    await expect(openSchema(client, 'forbidden')).rejects.toThrow('permission denied');
  });
});
