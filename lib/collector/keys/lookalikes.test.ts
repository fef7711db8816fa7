import { expect, test } from 'vitest';
import { fileServer } from '../../../e2e/support/file-server';
import { loadLookalikes, lookalikesOf } from '../../../e2e/support/lookalikes/load';
import { until } from '../../../e2e/support/redis-server';
import { watchesOn } from '../../../e2e/support/watch';

const own = fileServer();
const { watching } = watchesOn(() => own.server.url);

test.each(['given', 'more'] as const)('keys of ordinary software are no locks (%s)', async (file) => {
  await own.redis.flushall();
  await loadLookalikes(own.redis, lookalikesOf(file), Date.now());
  const { collector, events } = await watching();
  await until('all contents', () => collector.nodes().every(({ coverage }) => coverage.contents === 1));
  const locks = collector.locks();
  const named = (list: typeof locks) => list.map(({ key, format }) => `${key.text} ${format.id}`);
  expect(named(locks.filter(({ format }) => format.confidence !== 'possible'))).toEqual([]);
  expect(named(locks).length, named(locks).join()).toBeLessThanOrEqual(5);
  expect(locks.every(({ possible }) => possible)).toBe(true);
  expect(locks.flatMap(({ findings }) => findings)).toEqual([]);
  expect(locks.filter(({ state }) => state !== 'held')).toEqual([]);
  expect(events).toEqual([]);
});
