import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Preview } from '../lib/contract/actions';
import type { AuditAnswer, AuditChain } from '../lib/contract/audit';
import { type RunningConsole, startConsole } from './support/console';
import { hasPostgres, startPostgres } from './support/postgres';
import { until } from './support/redis-server';
import { expect, test } from './support/test';

const KEY = 'order:7:lock';

async function get<T>({ url }: RunningConsole, path: string): Promise<T> {
  return (await (await fetch(`${url}/api/${path}`, { signal: AbortSignal.timeout(10_000) })).json()) as T;
}

function post({ url }: RunningConsole, path: string, body: object): Promise<Response> {
  return fetch(`${url}/api/locks/test.0.${encodeURIComponent(KEY)}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
}

test('kill -9 of a console between the spool and the act: the next one takes the entry in once and settles it', {
  tag: '@long',
}, async ({ page, server, redis }) => {
  test.skip(!hasPostgres(), 'there is no PostgreSQL');
  test.setTimeout(180_000);
  const folder = await mkdtemp(join(tmpdir(), 'lockscope-spool-'));
  const postgres = await startPostgres();
  const env = {
    LOCKSCOPE_HISTORY_URL: postgres.url,
    LOCKSCOPE_DATA_DIR: folder,
    LOCKSCOPE_AUDIT_STDOUT: '1',
  };
  const start = () => startConsole({ redisUrl: server.url, env });
  const consoles: RunningConsole[] = [];
  try {
    await postgres.stop();
    await redis.multi().hset(KEY, '8743c9c0-0795-4907-87fd-6c719a6b4586:47', 1).pexpire(KEY, 900_000).exec();
    const killed = await start();
    consoles.push(killed);
    const previewed = async () => {
      const response = await post(killed, 'preview', { action: 'release' });
      return response.ok ? ((await response.json()) as Preview) : undefined;
    };
    const { seen, typedKey } = await until('the lock is known', previewed);
    await redis.client('PAUSE', 120_000, 'WRITE');
    const act = { seen, typedKey, reason: 'stuck', although: 'alive' };
    const acting = post(killed, 'release', act).catch(() => null); // it ends with the console
    await until(
      'its entry is on the disk',
      async () => (await get<AuditAnswer>(killed, 'audit')).waiting === 1,
    );
    process.kill(killed.pid, 'SIGKILL');
    await Promise.all([killed.ended, acting]);
    expect(killed.logs()).toMatch(/\{"audit":"entry","uid":"[0-9a-f-]{36}".*"outcome":"attempted"/);
    await redis.client('UNPAUSE');

    // Another one on the same folder shows it before there is a database, and has it afterwards.
    const next = await start();
    consoles.push(next);
    await page.goto(`${next.url}/audit`);
    await expect(page.getByText('1 entry waits in a file for the database')).toBeVisible();
    await postgres.start();
    const another = await start();
    consoles.push(another);
    const settled = await until(
      'it is settled',
      async () => {
        const { entries, waiting } = await get<AuditAnswer>(another, 'audit');
        return waiting === 0 && entries[0]?.details.settled ? entries : undefined;
      },
      60_000,
    );
    expect(settled).toHaveLength(1);
    expect(settled[0]).toMatchObject({ reason: 'stuck', details: { spooled: expect.any(String) } });
    const isThere = (await redis.exists(KEY)) === 1;
    expect(settled[0]?.details.settled).toMatchObject({
      is: isThere ? expect.stringMatching(/^(?:still-held|another)$/) : 'gone',
    });
    expect((await get<AuditChain>(another, 'audit/chain')).broken).toBeNull();
    await page.reload();
    await expect(page.getByText(/waits? in a file/)).toHaveCount(0);
  } finally {
    for (const each of consoles) await each.close();
    await postgres.close();
    await rm(folder, { recursive: true, force: true });
  }
});
