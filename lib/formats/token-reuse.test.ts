import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { allFixtures, writtenKey } from '../../e2e/support/written-keys';
import { mayRepeat } from '../domain/actions/may-repeat';
import type { Example } from './core/fixture';
import type { DecodedHolder } from './core/format';
import { createNameMatcher, recognise } from './index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const fixtures = await allFixtures();
const names = createNameMatcher([]);

async function holdersOf(example: Example): Promise<DecodedHolder[]> {
  const { raw, companions } = await writtenKey(redis, example);
  const sight = { now: Date.now(), named: names.matches(raw.key), heard: example.heard, companions };
  return recognise(raw, sight)?.decoded.holders ?? [];
}

/** Whether a token says which process has the lock and nothing else. */
function isProcess({ token, process }: DecodedHolder): boolean {
  const parts = [process?.host, process?.pid, process?.instance].flatMap((part) => part ?? []);
  const rest = parts.reduce<string>((text, part) => text.replace(String(part), ''), token);
  return parts.length > 0 && !/[0-9A-Za-z]/.test(rest);
}

describe.each(fixtures)('$formatId', ({ examples }) => {
  test('has no token per hold that names its process and nothing else: its next hold writes the same', async () => {
    const own = (await Promise.all(examples.map(holdersOf))).flat().filter(isProcess);
    expect(own.filter((holder) => !mayRepeat(holder)).map(({ token }) => token)).toEqual([]);
  });

  test('says of no token that it is drawn for each hold and that another has it as well', async () => {
    const holders = (await Promise.all(examples.map(holdersOf))).flat();
    expect(holders.filter((each) => each.tokenPerHold && mayRepeat(each))).toEqual([]);
  });
});

/** Made once for all holds of a lock object or a thread, or given by the caller, though no byte of them shows it. */
test.each([
  'go-redislock',
  'go-redislock-fair',
  'go-redislock-read-write',
  'redis-queued-lock',
  'redisson-lock',
  'remote-lock',
])('the token of %s is not of one hold alone', async (id) => {
  const [example] = fixtures.find(({ formatId }) => formatId === id)?.examples ?? [];
  if (!example) throw new Error('no example');
  const holders = await holdersOf(example);
  expect(holders.length).toBeGreaterThan(0);
  expect(holders.filter((holder) => !mayRepeat(holder))).toEqual([]);
});
