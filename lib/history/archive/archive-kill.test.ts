import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { numberedBatch } from '../../../e2e/support/history-batches';
import { startHistoryChild } from '../../../e2e/support/history-child';
import { onDurableDatabases, onPostgres } from '../../../e2e/support/history-places';
import { expectedFigures, storedFigures, storedNumbers } from '../../../e2e/support/history-recount';
import { openArchive } from './open-archive';

/** LOCKSCOPE_KILLS=20 is the whole of it. */
const KILLS = Number(process.env.LOCKSCOPE_KILLS || 2);
const TIMEOUT_MS = 60_000 + KILLS * 20_000;
const TARGET = 'a';

onDurableDatabases((place, name) => {
  test(
    `${KILLS} times kill -9 of who writes: nothing acknowledged is lost, nothing is there twice`,
    async () => {
      const url = await place.url();
      const acknowledged: number[] = [];
      let next = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        const child = startHistoryChild(url, TARGET, next);
        await child.said(1 + Math.floor(Math.random() * 30));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20)); // somewhere within the next ones
        await child.kill();
        acknowledged.push(...child.acknowledged);
        const { last } = await verify(url, acknowledged, name);
        next = last + 1;
      }
      process.stderr.write(
        `[history] ${name}: ${KILLS} kills of the writer, ${acknowledged.length} batches kept\n`,
      );
    },
    TIMEOUT_MS,
  );
});

onPostgres(
  (server) => {
    test(
      `${KILLS} times kill -9 of PostgreSQL: nothing acknowledged is lost, nothing is there twice`,
      async () => {
        const url = await server.database();
        const child = startHistoryChild(url, TARGET, 0);
        try {
          for (let kill = 0; kill < KILLS; kill++) {
            const before = child.acknowledged.length;
            await child.said(before + 1 + Math.floor(Math.random() * 30));
            await new Promise((resolve) => setTimeout(resolve, Math.random() * 20)); // somewhere within the next ones
            await server.kill();
            const kept = [...child.acknowledged];
            await server.start();
            await child.said(kept.length + 1);
          }
        } finally {
          await child.kill();
        }
        const { acknowledged } = child;
        // One process wrote on through all of it, so none may be missing in between.
        expect(acknowledged).toEqual(acknowledged.map((_, nth) => nth));
        await verify(url, acknowledged, 'postgres');
        process.stderr.write(
          `[history] postgres: ${KILLS} kills of it, ${acknowledged.length} batches kept\n`,
        );
      },
      TIMEOUT_MS,
    );
  },
  { durable: true },
);

async function verify(url: string, acknowledged: readonly number[], name: string): Promise<{ last: number }> {
  const archive = openArchive({ url });
  try {
    const stored = await storedNumbers(archive.db, TARGET);
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((nth) => !stored.includes(nth))).toEqual([]);
    const batches = stored.map((nth) => numberedBatch(TARGET, nth));
    expect(await storedFigures(archive.db, TARGET)).toEqual(expectedFigures(batches));
    const spans = await archive.db.selectFrom('spans').select('token').execute();
    expect(spans.map(({ token }) => token).sort()).toEqual(
      batches.flatMap((batch) => batch.spans.map(({ token }) => token)).sort(),
    );
    if (name === 'sqlite') {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(archive.db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
    }
    return { last: stored.at(-1) ?? -1 };
  } finally {
    await archive.close();
  }
}
