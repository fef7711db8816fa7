import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAs } from '../../../e2e/support/ask-as';
import { type RedisServer, startRedisServer, until } from '../../../e2e/support/redis-server';
import { type TwoTargets, twoTargets } from '../../../e2e/support/two-targets';
import type { NodesAnswer } from '../../contract/nodes';

/** What the servers of a target say of all its keys, to somebody who may view some of them. */

const KEYS = ['payout:1:lock', 'order:1:lock', 'order:2:lock'];
let two: TwoTargets;
let replica: RedisServer;

beforeAll(async () => {
  two = await twoTargets({ local: true }, { patterns: ['*:lock'] });
  for (const key of KEYS) await two.own.set(key, `token-of-${key}`, 'PX', 600_000);
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

async function nodeOf(keys: string[]) {
  const token = await two.tokenWith([{ rights: ['view'], targets: ['own'], keys }]);
  const { nodes } = JSON.parse(await textAs(two.runtime, token, 'GET /api/nodes')) as NodesAnswer;
  return nodes[0];
}

test('a replica says nothing of how many locks there are to whoever sees some keys', async () => {
  const [whole, part] = [await nodeOf(['*']), await nodeOf(['payout:*'])];
  expect(whole?.replicas).toMatchObject([{ state: 'answers', locks: { held: KEYS.length } }]);
  expect(part).toMatchObject({ held: 1, keys: null });
  expect(part?.replicas).toMatchObject([{ state: 'answers', locks: null }]);
});
