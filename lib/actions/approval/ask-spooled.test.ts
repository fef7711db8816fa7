import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onPostgres } from '../../../e2e/support/history-places';
import { startTwoPersons } from '../../../e2e/support/two-persons';
import { openArchive } from '../../history/archive/open-archive';

onPostgres((server) => {
  test('a request is not kept while the database takes no audit: its entry would have no number', async (context) => {
    const url = await server.database();
    const two = await startTwoPersons(url);
    context.onTestFinished(() => two.close());
    const pruning = openArchive({ url });
    context.onTestFinished(() => pruning.close());
    const alice = await two.user('alice', 'operator');
    const { id, asked } = await two.held(alice, two.newKey());
    const ask = () => two.ask(alice, 'POST /api/locks/{id}/ask', { id, body: asked });
    await pruning.auditHead();
    await pruning.db.connection().execute(async (connection) => {
      await sql`begin`.execute(connection);
      await sql`select * from audit_head for update`.execute(connection);
      expect(await ask()).toMatchObject({ status: 503, code: 'history-unavailable' });
      await sql`rollback`.execute(connection);
    });
    const { requests } = (await two.ask(alice, 'GET /api/requests', {})).body;
    expect(requests).toEqual([]);
    expect((await ask()).body.request.auditId).toBeGreaterThan(0);
  });
});
