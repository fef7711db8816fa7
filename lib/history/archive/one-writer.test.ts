import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { batchOf, lockInfo, spanOf } from '../../../e2e/support/history-batches';
import { until } from '../../../e2e/support/redis-server';
import type { Archive, ServerPlace } from './archive-types';
import { openArchive } from './open-archive';

let folder: string;
const open: Archive[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lockscope-writer-'));
});
afterEach(async () => {
  for (const archive of open.splice(0)) await archive.close();
  await rm(folder, { recursive: true, force: true });
});

function opened(onPutAside?: (target: string, name: string) => void): Archive {
  const archive = openArchive({ url: join(folder, 'history.db'), ...(onPutAside && { onPutAside }) });
  open.push(archive);
  return archive;
}

const batch = (nth: number) =>
  batchOf('a', { locks: [lockInfo('a', nth)], spans: [spanOf(String(nth), 'a', nth)] });
const spansOf = async ({ db }: Archive, target = 'a') =>
  (await db.selectFrom('spans').select('token').where('target', '=', target).execute()).map(
    ({ token }) => token,
  );

describe('a file', () => {
  test('has one writer; the other reads, names it, and takes over when it is gone', async () => {
    const [first, second] = [opened(), opened()];
    await first.write(batch(1));
    await expect(second.write(batch(2))).rejects.toMatchObject({ code: 'history-fenced' });
    expect([first.ownership.owner(), second.ownership.owner()]).toEqual(['this', 'other']);
    expect(first.problem()).toBeNull();
    expect(second.problem()?.message).toMatch(
      new RegExp(`process ${process.pid} on .+ writes it; .+ only reads`),
    );
    expect((await second.status()).problem?.message).toContain('only reads');
    expect(await spansOf(second)).toEqual(['token-1']);
    await second.prune(Date.now());

    await first.close();
    await until('the second is the writer', () => second.ownership.owner() === 'this');
    await second.write(batch(2));
    expect(second.problem()).toBeNull();
    expect(await spansOf(second)).toEqual(['token-1', 'token-2']);
  });

  test('that is new is opened by two at the same moment', async () => {
    for (let round = 0; round < 40; round++) {
      const url = join(folder, `${round}.db`);
      const both = [openArchive({ url }), openArchive({ url })];
      open.push(...both);
      expect(await Promise.all(both.map((archive) => spansOf(archive)))).toEqual([[], []]);
    }
  });

  test('whose lock was removed is written under the newer fence alone', async () => {
    const [first, second] = [opened(), opened()];
    await first.write(batch(1));
    await rm(join(folder, 'history.db-owner'));
    await second.write(batch(2));
    await expect(first.write(batch(3))).rejects.toMatchObject({ code: 'history-fenced' });
    await expect(first.write(batch(3))).rejects.toMatchObject({ code: 'history-fenced' });
    expect(await spansOf(second)).toEqual(['token-1', 'token-2']);
  });

  test('is owned by whoever writes figures: reading, audit and marks take nothing', async () => {
    const [reader, writer] = [opened(), opened()];
    expect(await spansOf(reader)).toEqual([]);
    const mark = {
      at_ms: 1,
      kind: 'note',
      title: 't',
      text: '',
      actor: 'x',
      until_ms: null,
      url: null,
      target: null,
    };
    await reader.addMark(mark);
    await writer.write(batch(1));
    await reader.addMark(mark);
    expect(reader.ownership.owner()).toBe('unknown');
  });
});

describe('another Redis under the same name', () => {
  const server = (...addresses: string[]): ServerPlace => ({
    kind: 'standalone',
    primary: '',
    db: 0,
    addresses,
  });

  async function written(of: ServerPlace, nth: number): Promise<{ archive: Archive; aside: string[] }> {
    for (const archive of open.splice(0)) await archive.close();
    const aside: string[] = [];
    const archive = opened((_, name) => aside.push(name));
    archive.nameServer('a', of);
    await archive.openSpans('a');
    await archive.write(batch(nth));
    return { archive, aside };
  }

  test('is another history, and each comes back with its server', async () => {
    await written(server('shop:6379'), 1);
    const other = await written(server('stock:6379'), 2);
    expect([other.aside, await spansOf(other.archive)]).toEqual([['a~1'], ['token-2']]);
    expect(await spansOf(other.archive, 'a~1')).toEqual(['token-1']);
    const again = await written(server('shop:6379'), 3);
    expect(await spansOf(again.archive)).toEqual(['token-1', 'token-3']);
    expect(await spansOf(again.archive, again.aside[0])).toEqual(['token-2']);
  });

  test('is the same when one of its addresses is', async () => {
    await written(server('node-1:6379', 'node-2:6379'), 1);
    const same = await written(server('node-2:6379', 'node-3:6379'), 2);
    expect([same.aside, await spansOf(same.archive)]).toEqual([[], ['token-1', 'token-2']]);
  });

  test('another database or primary is another', async () => {
    await written(server('h:6379'), 1);
    expect((await written({ ...server('h:6379'), db: 1 }, 2)).aside).toEqual(['a~1']);
    expect((await written({ ...server('h:6379'), kind: 'sentinel', primary: 'm' }, 3)).aside).toHaveLength(1);
  });
});
