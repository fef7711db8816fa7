import { expect, type TestContext, test } from 'vitest';
import { ownServer } from '../../../e2e/support/own-server';
import { until } from '../../../e2e/support/redis-server';
import { type ByteString, bytesOf } from '../../domain/keys/bytes';
import type { Entry } from '../index/entry-types';
import { createBudget } from '../keys/budget';
import { countOnReplica, sampleOf } from './locks-on-replica';

const NOW = 100_000;
const TAKEN = { atMs: NOW - 60_000, atLeast: false };

/** A held lock with the fields that a sample reads. */
function entry(name: string, change: { since?: object | null; reading?: object } = {}): Entry {
  const { since = TAKEN, reading = {} } = change;
  const read = { holders: [{}], deadlineMs: NOW + 60_000, ...reading };
  return { key: bytesOf(name), facts: { since, reading: read } } as unknown as Entry;
}

const names = (entries: readonly Entry[]): ByteString[] => entries.map(({ key }) => key);

test('asked for is what a replica ought to have: held, not just taken, not nearly over', () => {
  const all = [
    entry('held'),
    entry('since-when-is-not-known', { since: null }),
    entry('for-ever', { reading: { deadlineMs: 'none' } }),
    entry('just-taken', { since: { ...TAKEN, atMs: NOW - 500 } }),
    entry('nearly-over', { reading: { deadlineMs: NOW + 1_000 } }),
    entry('free', { reading: { holders: [] } }),
    entry('a-queue-alone', { reading: { absent: true } }),
  ];
  const { entries, held } = sampleOf(all, 0, 100, NOW);
  expect(names(entries)).toEqual(['held', 'since-when-is-not-known', 'for-ever']);
  expect(held).toBe(3);
});

test('of more than may be asked for, one pass after another asks for the next, and then from the start', () => {
  const all = Array.from({ length: 5 }, (_, i) => entry(`${i}`));
  const pass = (n: number) => names(sampleOf(all, n * 2, 2, NOW).entries);
  expect([0, 1, 2, 3].map(pass)).toEqual([
    ['0', '1'],
    ['2', '3'],
    ['4', '0'],
    ['1', '2'],
  ]);
  expect(sampleOf(all, 4, 2, NOW).held).toBe(5);
  expect(names(sampleOf(all, 4, 9, NOW).entries)).toHaveLength(5);
});

async function replicated(context: TestContext) {
  const primary = await ownServer(context, ['--repl-diskless-sync-delay', '0']);
  const replica = await ownServer(context, ['--replicaof', '127.0.0.1', String(primary.server.port)]);
  const redis = primary.connect();
  await until('the replica is online', async () =>
    (await redis.info('replication')).includes('state=online'),
  );
  const asked = () => ({ budget: createBudget(100_000, Date.now) });
  return {
    redis,
    onPrimary: { commands: redis, ...asked() },
    onReplica: { commands: replica.connect(), ...asked() },
    admin: replica.connect(),
  };
}

test('what the primary still has, and the replica has not, is missing; what was released is neither', async (context) => {
  const { redis, onPrimary, onReplica, admin } = await replicated(context);
  const entries = ['a', 'b', 'c'].map((name) => entry(name));
  await redis.set('a', 'x');
  await redis.wait(1, 5_000);
  await admin.replicaof('127.0.0.1', '1'); // nothing listens there
  await redis.set('b', 'x');
  const counted = await countOnReplica(onReplica, onPrimary, { entries, held: 3 }, () => NOW);
  expect(counted).toEqual({ locks: { present: 1, missing: 1, held: 3, atMs: NOW }, refused: null });
  await admin.acl('SETUSER', 'default', '-exists');
  const refused = await countOnReplica(onReplica, onPrimary, { entries, held: 3 }, () => NOW);
  expect(refused).toEqual({ locks: null, refused: expect.stringMatching(/NOPERM/) });
});
