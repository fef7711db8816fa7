import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../../e2e/support/file-redis';
import { allFixtures, writtenKey } from '../../../e2e/support/written-keys';
import type { KeyLocation } from '../../reads/find-lock';
import { heldOf, type LockReading, readLock } from '../../reads/read-lock';
import { runScript } from '../../redis/run-script';
import { plannedChange } from './planned-change';

const redis = new Redis(await fileRedis());
afterAll(() => redis.disconnect());

const alone = { watched: { masters: [] } } as unknown as KeyLocation;
const at = { node: 'h:6379' };
const fixtures = await allFixtures();

/** A lock as the console reads it; null = it takes this key for none that is held. */
async function held(key: string, heard?: readonly string[]): Promise<LockReading | null> {
  const { lock } = await readLock(redis, key, { now: Date.now, named: true, heard });
  return lock?.held ? lock : null;
}

describe('a release that deletes the key by its plan', () => {
  const deleting = new Set<string>();
  for (const { formatId, examples } of fixtures)
    test(`does so, of ${formatId}`, async () => {
      for (const example of examples) {
        const { raw } = await writtenKey(redis, example);
        const lock = await held(raw.key, example.heard);
        const planned = lock && plannedChange(lock, 'release', alone, at);
        if (!lock || planned?.does !== 'delete-key') continue;
        deleting.add(formatId);
        const { holder, token } = heldOf(lock);
        const { format, sight } = lock.recognised;
        const seen = { holdCount: holder.holdCount, deadlineMs: lock.deadlineMs };
        const act = { key: raw.key, token, holder, seen, sight, publish: 'PUBLISH' as const };
        const plan = format.release?.(act);
        if (!plan) throw new Error('it was planned');
        await runScript(redis, plan.script, plan.keys, plan.args);
        expect(await redis.exists(Buffer.from(raw.key, 'latin1')), example.title).toBe(0);
      }
    });

  test('is that of most formats', () => expect(deleting.size).toBeGreaterThan(fixtures.length / 2));
});

test('one holder of several is taken out, and the key stays', async () => {
  const key = `semaphore:${randomUUID()}`;
  const nowMs = Date.now();
  for (const token of [randomUUID(), randomUUID()]) await redis.zadd(key, nowMs + 60_000, token);
  await redis.pexpire(key, 60_000);
  const lock = await held(key);
  expect(lock?.holders.length).toBe(2);
  expect(lock && plannedChange(lock, 'release', alone, at)).toMatchObject({ does: 'end-hold' });
});

test('the deadline counts where others write the same token, and each master of a group is named', async () => {
  const [constant, own] = [`job:${randomUUID()}:lock`, `job:${randomUUID()}:lock`];
  await redis.set(constant, '1', 'PX', 60_000);
  await redis.set(own, randomUUID(), 'PX', 60_000);
  const masters = ['a:1', 'b:2', 'c:3'].map((node) => ({ node, redis }));
  const group = { watched: { masters } } as unknown as KeyLocation;
  const plan = async (key: string, action: 'release' | 'extend' | 'quarantine', place = alone) => {
    const lock = await held(key);
    if (!lock) throw new Error('it is held');
    return plannedChange(lock, action, place, at);
  };
  expect(await plan(constant, 'release')).toEqual({
    ...{ does: 'delete-key', nodes: ['h:6379'], withDeadline: true },
  });
  expect(await plan(own, 'extend', group)).toEqual({
    ...{ does: 'extend', nodes: ['a:1', 'b:2', 'c:3'], withDeadline: false },
  });
  expect(await plan(own, 'quarantine')).toMatchObject({ does: 'replace-token', nodes: ['h:6379'] });
});
