import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRuntime } from '../../../e2e/support/a-runtime';
import { fileServer } from '../../../e2e/support/file-server';
import { until } from '../../../e2e/support/redis-server';
import { readinessOf } from '../http/health';
import type { Runtime } from '../runtime/types';

const own = fileServer();
let folder: string;
let settings: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-two-'));
  settings = { LOCKSCOPE_HISTORY_URL: join(folder, 'history.db') };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Holds and frees a lock `n` times; every hold is long enough to be seen. */
async function holdInTurn(runtimes: readonly Runtime[], n: number): Promise<void> {
  const key = `order:${randomBytes(4).toString('hex')}:lock`;
  const holders = () =>
    runtimes.map((each) => each.locks().find((lock) => lock.key.text === key)?.holders[0]?.token.text);
  for (let nth = 0; nth < n; nth++) {
    const token = randomBytes(16).toString('hex');
    await own.redis.set(key, token, 'PX', 60_000);
    await until('all consoles see the hold', () => holders().every((holder) => holder === token));
    await own.redis.del(key);
    await until('all consoles see its end', () => holders().every((holder) => holder === undefined));
  }
}

async function acquisitionsOf({ archive, writer }: Runtime): Promise<number> {
  await writer.flush(5_000);
  const { rows } = await sql<{ n: number }>`select sum(acquisitions) as n from rollups r
    join subjects s on s.id = r.subject where s.kind = 'target' and r.tier_ms = 10000`.execute(archive.db);
  return Number(rows[0]?.n ?? 0);
}

test('two consoles on one file count each acquisition once, and the second goes on when the first is gone', async () => {
  const first = await startRuntime(own.server.url, settings);
  await until('it writes', () => first.archive.ownership.owner() === 'this');
  const second = await startRuntime(own.server.url, settings);
  try {
    await until('the other reads', () => second.archive.ownership.owner() === 'other');
    await holdInTurn([first, second], 10);
    await until('all are counted', async () => (await acquisitionsOf(first)) >= 10);
    expect(await acquisitionsOf(second)).toBe(10);
    expect(readinessOf(first).problems).toEqual([]);
    expect(readinessOf(second).problems).toEqual([expect.stringContaining('this console only reads')]);

    await first.close();
    await until('the second writes', () => second.archive.ownership.owner() === 'this');
    await holdInTurn([second], 5);
    await until('these are counted too', async () => (await acquisitionsOf(second)) >= 15);
    expect(await acquisitionsOf(second)).toBe(15);
    expect(readinessOf(second).problems).toEqual([]);
  } finally {
    await first.close();
    await second.close();
  }
});
