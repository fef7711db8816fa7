import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closing } from '../../../e2e/support/closing';
import { batchOf, lockInfo, numberedBatch, spanOf } from '../../../e2e/support/history-batches';
import { onPostgres } from '../../../e2e/support/history-places';
import { storedNumbers } from '../../../e2e/support/history-recount';
import { until } from '../../../e2e/support/redis-server';
import { withSmallDisk } from '../../../e2e/support/small-disk';
import { openArchive } from './open-archive';

const UNAVAILABLE = { code: 'history-unavailable' };
const one = () => batchOf('a', { locks: [lockInfo('a', 1)], spans: [spanOf('1', 'a', 1)] });

describe('SQLite', () => {
  const { opened } = closing();
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lockscope-trouble-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const works = async (write: () => Promise<unknown>) =>
    until(
      'it works again',
      () =>
        write().then(
          () => true,
          () => false,
        ),
      20_000,
    );

  test.each([
    ['no database', () => Buffer.from('this is the shopping list of last week\n'.repeat(300))],
    [
      'a damaged database',
      async () => {
        const path = join(folder, 'whole.db');
        const archive = openArchive({ url: path });
        for (let nth = 0; nth < 20; nth++) await archive.write(numberedBatch('a', nth));
        await archive.close();
        const bytes = await readFile(path);
        return bytes.fill(0xee, 100, bytes.length - 4_096);
      },
    ],
  ])('a file that is %s is named and left as it is', async (what, bytesOf) => {
    const path = join(folder, `${what}.db`);
    const bytes = await bytesOf();
    await writeFile(path, bytes);
    const told: (string | null)[] = [];
    const archive = opened(
      openArchive({ url: path, onProblem: (problem) => told.push(problem?.message ?? null) }),
    );
    await expect(archive.write(one())).rejects.toMatchObject(UNAVAILABLE);
    expect(archive.problem()?.message).toMatch(/(?:not a database|corrupt).*left as it is/);
    expect(archive.problem()?.message).toContain(path);
    expect((await archive.status()).problem).toEqual(archive.problem());
    expect(told).toEqual([archive.problem()?.message]);
    await archive.close();
    expect(digest(await readFile(path))).toBe(digest(bytes));
  });

  test('a folder that cannot be used is said, and used once it can be', async () => {
    const place = join(folder, 'taken');
    await writeFile(place, '');
    const archive = opened(openArchive({ url: join(place, 'history.db') }));
    const batch = one();
    await expect(archive.write(batch)).rejects.toMatchObject(UNAVAILABLE);
    expect(archive.problem()?.message).toContain(join(place, 'history.db'));
    const { sinceMs } = archive.problem() ?? {};
    await expect(archive.write(batch)).rejects.toMatchObject(UNAVAILABLE);
    expect(archive.problem()?.sinceMs).toBe(sinceMs);
    await rm(place);
    await works(() => archive.write(batch));
    expect(archive.problem()).toBeNull();
  });

  test('a link to nowhere is followed, a folder in the place of the file is said', async () => {
    await symlink(join(folder, 'elsewhere.db'), join(folder, 'link.db'));
    const linked = opened(openArchive({ url: `file:${join(folder, 'link.db')}` }));
    await linked.write(one());
    await mkdir(join(folder, 'folder.db'));
    const archive = opened(openArchive({ url: join(folder, 'folder.db') }));
    await expect(archive.write(one())).rejects.toMatchObject(UNAVAILABLE);
    expect(archive.problem()?.message).toMatch(/it is a folder/);
  });

  test('a file that another process has locked is said, can be read, and is written once it is free', async () => {
    const url = join(folder, 'locked.db');
    const other = opened(openArchive({ url }));
    const archive = opened(openArchive({ url }));
    await archive.write(one());
    const batch = numberedBatch('a', 1);
    await other.db.connection().execute(async (connection) => {
      await sql`begin exclusive`.execute(connection);
      await expect(archive.write(batch)).rejects.toMatchObject(UNAVAILABLE);
      expect(archive.problem()?.message).toBe(`${url}: the file is locked by another process`);
      expect(await archive.db.selectFrom('spans').select('id').execute()).toHaveLength(1);
      expect(archive.problem()).not.toBeNull();
      await sql`rollback`.execute(connection);
    });
    await works(() => archive.write(batch));
    expect(archive.problem()).toBeNull();
  });

  test('a full disk is said, what is there can be read, and writing goes on once there is room', async (context) => {
    await withSmallDisk(context, 3, async ({ path, free }) => {
      const archive = opened(openArchive({ url: join(path, 'history.db') }));
      let written = 0;
      const fill = async () => {
        for (; written < 5_000; written++) await archive.write(numberedBatch('a', written, 50));
      };
      await expect(fill()).rejects.toMatchObject(UNAVAILABLE);
      expect(archive.problem()?.message).toBe(`${join(path, 'history.db')}: the disk is full`);
      expect(written).toBeGreaterThan(5);
      expect(await storedNumbers(archive.db, 'a')).toHaveLength(written);
      expect(archive.problem()).not.toBeNull();
      await free();
      await works(() => archive.write(numberedBatch('a', written, 50)));
      expect(archive.problem()).toBeNull();
      expect(await storedNumbers(archive.db, 'a')).toEqual(
        Array.from({ length: written + 1 }, (_, nth) => nth),
      );
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(archive.db);
      expect(rows).toEqual([{ integrity_check: 'ok' }]);
      await archive.close();
    });
  });
});

onPostgres((server) => {
  const { opened } = closing();

  test('one that hangs is said, and the batch it may have taken is written once when it wakes', async () => {
    const archive = opened(openArchive({ url: await server.database(), statementMs: 500 }));
    await archive.write(numberedBatch('a', 0));
    const batch = numberedBatch('a', 1);
    await server.freeze();
    try {
      await expect(archive.write(batch)).rejects.toMatchObject(UNAVAILABLE);
      expect(archive.problem()?.message).toMatch(/^127\.0\.0\.1:\d+\/history_\d+: it does not answer$/);
      await expect(archive.appendAudit({} as never)).rejects.toMatchObject(UNAVAILABLE);
    } finally {
      await server.thaw();
    }
    await until(
      'it is written',
      () =>
        archive.write(batch).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    expect(archive.problem()).toBeNull();
    expect(await storedNumbers(archive.db, 'a')).toEqual([0, 1]);
  });

  test('one that is down is said, and used when it is back', async () => {
    const url = await server.database();
    const archive = opened(openArchive({ url }));
    await archive.write(numberedBatch('a', 0));
    await server.stop();
    const batch = numberedBatch('a', 1);
    await expect(archive.write(batch)).rejects.toMatchObject(UNAVAILABLE);
    const late = opened(openArchive({ url }));
    await expect(late.write(numberedBatch('b', 0))).rejects.toMatchObject(UNAVAILABLE);
    expect(late.problem()?.message).toMatch(/nothing listens there/);
    await server.start();
    await until(
      'it is written',
      () =>
        archive.write(batch).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    await until(
      'it is written',
      () =>
        late.write(numberedBatch('b', 0)).then(
          () => true,
          () => false,
        ),
      20_000,
    );
    expect([archive.problem(), late.problem()]).toEqual([null, null]);
  });

  test('a wrong database or password is said without either', async () => {
    const url = new URL(await server.database());
    url.pathname = '/nowhere';
    url.password = 's3cr3t';
    const archive = opened(openArchive({ url: url.toString() }));
    await expect(archive.write(one())).rejects.toMatchObject(UNAVAILABLE);
    expect(archive.problem()?.message).toMatch(/\/nowhere: there is no such database$/);
    expect(JSON.stringify(await archive.status())).not.toMatch(/s3cr3t|postgres@/);
  });
});

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
