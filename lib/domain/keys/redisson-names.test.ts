import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  channelOf,
  fairChannelOf,
  fairDeadlinesOf,
  fairQueueOf,
  fenceOf,
  keysOfFairName,
  keysOfFence,
  keysOfLatchChannel,
  keysOfPermitDeadlines,
  keysOfReadTimeout,
  keysOfRwChannel,
  keysOfSemaphoreChannel,
  latchChannelOf,
  permitDeadlinesOf,
  rawNameOfChannel,
  readHoldsBaseOf,
  readTimeoutPrefixOf,
  rwChannelOf,
  semaphoreChannelOf,
  writeOwnerOf,
} from './redisson-names';

const key = fc.string({ unit: fc.constantFrom('a', ':', '{', '}', '\xff', ' ') });
const owner = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:-47';

test.each([
  ['order:7', 'redisson_lock__channel:{order:7}'],
  ['{cust42}:lock', 'redisson_lock__channel:{cust42}:lock'],
  ['app:{cust42}', 'redisson_lock__channel:app:{cust42}'],
  ['a{b', 'redisson_lock__channel:a{b'],
])('the release channel of %s is %s', (name, channel) => expect(channelOf(name)).toBe(channel));

test('queue and deadlines of a fair lock follow the same rule', () => {
  expect(fairQueueOf('x')).toBe('redisson_lock_queue:{x}');
  expect(fairDeadlinesOf('{x}')).toBe('redisson_lock_timeout:{x}');
});

test.each([
  ['order:7', '{order:7}'],
  ['{cust42}:lock', '{cust42}:lock'],
  ['app:{cust42}', 'app:{cust42}'],
  ['a{b', 'a{b'],
  ['\xff\x00', '{\xff\x00}'],
])('every name derived from %j keeps the key or puts it in braces', (name, inBraces) => {
  expect(fenceOf(name)).toBe(`redisson_lock_token:${inBraces}`);
  expect(rwChannelOf(name)).toBe(`redisson_rwlock:${inBraces}`);
  expect(semaphoreChannelOf(name)).toBe(`redisson_sc:${inBraces}`);
  expect(fairChannelOf(name, owner)).toBe(`redisson_lock__channel:${inBraces}:${owner}`);
  expect(permitDeadlinesOf(name)).toBe(`${inBraces}:timeout`);
  expect(readHoldsBaseOf(name)).toBe(inBraces);
  expect(readTimeoutPrefixOf(name, owner)).toBe(`${inBraces}:${owner}:rwlock_timeout`);
});

test('a writer is its reader with a suffix', () => expect(writeOwnerOf(owner)).toBe(`${owner}:write`));

test('every key is found again from its channel, and every answer has that channel', () => {
  fc.assert(
    fc.property(key, (name) => {
      const found = rawNameOfChannel(channelOf(name));
      expect(found).toContain(name);
      for (const candidate of found) expect(channelOf(candidate)).toBe(channelOf(name));
    }),
  );
});

test("a fair waiter's own channel leads to its lock, without hiding a lock of that very name", () => {
  fc.assert(
    fc.property(key, (name) => {
      const found = rawNameOfChannel(`${channelOf(name)}:${owner}`);
      expect(found).toContain(name);
      if (name.includes('{')) expect(found).toContain(`${name}:${owner}`);
    }),
  );
});

test('other channels name no lock', () => {
  for (const channel of [
    'redisson_rwlock:{x}',
    'redisson_lock__channel',
    'redisson_lock__channel:x',
    'chat',
  ]) {
    expect(rawNameOfChannel(channel)).toEqual([]);
  }
});

test.each([
  ['a fair queue', fairQueueOf, keysOfFairName],
  ['fair deadlines', fairDeadlinesOf, keysOfFairName],
  ['a fencing counter', fenceOf, keysOfFence],
  ['held permits', permitDeadlinesOf, keysOfPermitDeadlines],
  ['a read hold', (name: string) => `${readTimeoutPrefixOf(name, owner)}:1`, keysOfReadTimeout],
  ['a read-write channel', rwChannelOf, keysOfRwChannel],
  ['a semaphore channel', semaphoreChannelOf, keysOfSemaphoreChannel],
  ['a latch channel', latchChannelOf, keysOfLatchChannel],
] as const)('every key is found again from %s, and every answer has it', (_, nameOf, keysOf) => {
  fc.assert(
    fc.property(key, (name) => {
      const found = keysOf(nameOf(name));
      expect(found).toContain(name);
      for (const candidate of found) expect(nameOf(candidate)).toBe(nameOf(name));
    }),
  );
});

test('other names lead to no key', () => {
  for (const name of ['x:timeout', 'redisson_sc', 'redisson_rwlock:x', '{x}:rwlock_timeout:1', 'timeout'])
    for (const keysOf of [keysOfPermitDeadlines, keysOfSemaphoreChannel, keysOfRwChannel, keysOfReadTimeout])
      expect(keysOf(name)).toEqual([]);
  expect(keysOfLatchChannel('redisson_countdownlatch__channel__x')).toEqual([]);
});
