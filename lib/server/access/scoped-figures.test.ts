import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { LockDetail } from '../../contract/locks';
import type { NodesAnswer } from '../../contract/nodes';

/** What is said of all keys of a target, or of a family, to somebody who may view some of them. */

const KEYS = ['payout:1:lock', 'order:1:lock', 'order:2:lock'];
let two: TwoTargets;
let replica: RedisServer;

beforeAll(async () => {
  two = await twoTargets({ local: true }, { patterns: ['*:lock'] });
  for (const key of KEYS) await two.own.set(key, randomUUID(), 'PX', 600_000);
  const { host = '', port = 0 } = two.own.options;
  replica = await startRedisServer(['--replicaof', host, String(port)]);
  await until('the replica was asked for its locks', () => {
    const [node] = two.runtime.nodes('own');
    return node?.replicas?.some(({ locks }) => locks?.held === KEYS.length);
  });
});
afterAll(async () => {
  await two.close();
  await replica.close();
});

const viewerOf = (keys: string[]) => two.tokenWith([{ rights: ['view'], targets: ['own'], keys }]);

async function nodeOf(keys: string[]) {
  const token = await viewerOf(keys);
  const { nodes } = JSON.parse(await textAs(two.runtime, token, 'GET /api/nodes')) as NodesAnswer;
  return nodes[0];
}

test('a replica says nothing of how many locks there are to whoever sees some keys', async () => {
  const [whole, part] = [await nodeOf(['*']), await nodeOf(['payout:*'])];
  expect(whole?.replicas).toMatchObject([{ state: 'answers', locks: { held: KEYS.length } }]);
  expect(part).toMatchObject({ held: 1, keys: null });
  expect(part?.replicas).toMatchObject([{ state: 'answers', locks: null }]);
});

test('a hold that overstays says so to whoever sees the key alone, without the figures of its family', async () => {
  const [key = ''] = KEYS;
  const id = `own.0.${key}`;
  const renewing = setInterval(() => void two.own.pexpire(key, 600_000), 200);
  onTestFinished(() => clearInterval(renewing));
  const { collector } = two.runtime.watched('own');
  // A number that no time, port or token has in it by chance.
  const usual = { p99Ms: 1, count: 471_100_000_471, windowMs: 3_600_000, atMs: Date.now() };
  await until('it renews', () => (collector.find(id)?.lock.renewal.count ?? 0) >= 5);
  await until('it overstays', () => {
    collector.setUsual(new Map([[id, usual]]));
    return collector.find(id)?.lock.reason.code === 'overstaying';
  });
  const detailFor = async (keys: string[]) => {
    collector.setUsual(new Map([[id, usual]]));
    const text = await textAs(two.runtime, await viewerOf(keys), 'GET /api/locks/{id}', { id });
    return { text, detail: JSON.parse(text) as LockDetail };
  };
  const [whole, part] = [await detailFor(['*']), await detailFor([key])];
  expect(whole.text).toContain(`${usual.count}`);
  expect(part.text).not.toContain(`${usual.count}`);
  expect(part.detail.lock.findings).toMatchObject([{ code: 'overstaying', evidence: [] }]);
});
