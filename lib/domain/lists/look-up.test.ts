import { expect, test } from 'vitest';
import { lookUpOf } from './look-up';

const NODE = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58';

test('the exception of a Redisson client names its owner and its node', () => {
  const line = `java.lang.IllegalMonitorStateException: attempt to unlock lock, not locked by current thread by node id: ${NODE} thread-id: 47`;
  const { tokens, instances } = lookUpOf(line);
  expect(tokens).toContain(`${NODE}:47`);
  expect(instances).toEqual([NODE]);
});

test('a negative thread id, a writer and a transaction are read whole', () => {
  expect(lookUpOf(`by node id: ${NODE} thread-id: -6389213456`).tokens).toContain(`${NODE}:-6389213456`);
  expect(lookUpOf(`held by ${NODE}:3:write`).tokens).toContain(`${NODE}:3:write`);
  const transaction = `${NODE}:3:0fc231521bc67967f3c288a4935288fa`;
  expect(lookUpOf(transaction).tokens).toContain(transaction);
});

test('a token alone, in whatever case, names itself', () => {
  expect(lookUpOf(NODE.toUpperCase()).instances).toEqual([NODE]);
  expect(lookUpOf('token 0FC231521BC67967F3C288A4935288FA lost').tokens).toEqual([
    '0fc231521bc67967f3c288a4935288fa',
  ]);
  const ours = 'ls1.6f1c0a52b7e84d0f9b3a5d2c81e4f7a0.2s.4711@worker-7.shop.internal';
  expect(lookUpOf(`lost ${ours}!`).tokens).toContain(ours);
});

test('a longer run of hexadecimal digits is no token, and other text names nothing', () => {
  expect(lookUpOf('0'.repeat(64))).toEqual({ tokens: [], instances: [] });
  expect(lookUpOf('order:7 is locked')).toEqual({ tokens: [], instances: [] });
});

test('a log of a megabyte is looked at without delay', () => {
  for (const part of ['0', 'f-', '8d3c3d43-', 'node id: ']) lookUpOf(part.repeat(1024 * 128));
});
