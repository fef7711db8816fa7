import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { startRedisServer, until } from '../../../e2e/support/redis-server';
import { allFixtures, call, readWithCompanions, uniquePart } from '../../../e2e/support/written-keys';
import { bytesOf } from '../../domain/keys/bytes';
import type { Command } from '../../formats/core/fixture-unlocks';
import { createNameMatcher, recognise } from '../../formats/index';
import { createFair, createFenced, createMutex, createReentrant } from '../../locks/index';
import { holdTypeOf } from './countable';
import { afterEvent, type EventHold, type HoldEvent } from './hold-events';

const server = await startRedisServer([
  '--notify-keyspace-events',
  'KEA',
  '--maxmemory-policy',
  'allkeys-lru',
]);
const redis = new Redis(server.url);
const subscriber = new Redis(server.url);
await subscriber.psubscribe('__keyevent@0__:*');
const sent: { event: string; key: string; atMs: number }[] = [];
/** Messages of one chunk have one time, as in the collector. */
let chunkMs: number | null = null;
subscriber.on('pmessage', (_pattern, channel: string, key: string) => {
  if (chunkMs === null) setImmediate(() => (chunkMs = null));
  chunkMs ??= Date.now();
  sent.push({ event: channel.slice('__keyevent@0__:'.length), key, atMs: chunkMs });
});
afterAll(async () => {
  redis.disconnect();
  subscriber.disconnect();
  await server.close();
});

/** What the events that a real server sends of one key say, step by step. */
async function followed(key: string, acts: readonly (() => Promise<unknown>)[]): Promise<HoldEvent[][]> {
  let hold: EventHold | null = null;
  const steps: HoldEvent[][] = [];
  for (const act of acts) {
    sent.length = 0;
    await act();
    await subscriber.ping();
    // Commands of two steps never come together, as they would not from two clients that take turns.
    const afterMs = sent.at(-1)?.atMs ?? 0;
    await until('a command of its own', () => Date.now() > afterMs + 5);
    const did: HoldEvent[] = [];
    for (const { event, atMs } of sent.filter((each) => each.key === key)) {
      const next = afterEvent(hold, event, atMs);
      hold = next.hold;
      if (next.did) did.push(next.did);
    }
    steps.push(did);
  }
  expect(hold !== null).toBe((await redis.exists(key)) === 1);
  return steps;
}

const run = (...commands: Command[]) => commands.map((command) => () => call(redis, command));

describe('the events of a string', () => {
  const SET: Command = ['SET', 'k', 'a', 'PX', 60_000, 'NX'];
  const RENEW =
    "if redis.call('GET',KEYS[1])==ARGV[1] then return redis.call('PEXPIRE',KEYS[1],60000) end return 0";
  test.each<[string, Command[], HoldEvent[][]]>([
    ['SET NX PX, a try that fails, DEL', [SET, SET, ['DEL', 'k']], [['acquired'], [], ['released']]],
    ['UNLINK', [SET, ['UNLINK', 'k']], [['acquired'], ['released']]],
    [
      'SETNX, its lease by EXPIRE, renewals',
      [
        ['SETNX', 'k', 'a'],
        ['EXPIRE', 'k', 60],
        ['EXPIRE', 'k', 60],
        ['PEXPIRE', 'k', 9_000],
        ['DEL', 'k'],
      ],
      [['acquired'], [], ['renewed'], ['renewed'], ['released']],
    ],
    [
      'SETEX, PSETEX',
      [
        ['SETEX', 'k', 60, 'a'],
        ['DEL', 'k'],
        ['PSETEX', 'k', 60_000, 'a'],
        ['DEL', 'k'],
      ],
      [['acquired'], ['released'], ['acquired'], ['released']],
    ],
    [
      'a renewal by script, by GETEX, by EXPIREAT',
      [
        SET,
        ['EVAL', RENEW, 1, 'k', 'a'],
        ['GETEX', 'k', 'EX', 60],
        ['PEXPIREAT', 'k', Date.now() + 600_000],
        ['DEL', 'k'],
      ],
      [['acquired'], ['renewed'], ['renewed'], ['renewed'], ['released']],
    ],
    [
      'a renewal or a take-over by SET',
      [SET, ['SET', 'k', 'b', 'PX', 60_000], ['PEXPIRE', 'k', 9_000], ['DEL', 'k']],
      [['acquired'], ['unclear'], ['renewed'], ['released']],
    ],
    [
      'GETSET, SET KEEPTTL, APPEND, SETRANGE',
      [
        SET,
        ['GETSET', 'k', 'b'],
        ['SET', 'k', 'c', 'KEEPTTL'],
        ['APPEND', 'k', 'x'],
        ['SETRANGE', 'k', 0, 'y'],
        ['DEL', 'k'],
      ],
      [['acquired'], ['unclear'], ['unclear'], ['unclear'], ['unclear'], ['released']],
    ],
    [
      'GETDEL, and EXPIRE in the past',
      [SET, ['GETDEL', 'k'], SET, ['PEXPIRE', 'k', -1]],
      [['acquired'], ['released'], ['acquired'], ['released']],
    ],
    ['PERSIST', [SET, ['PERSIST', 'k'], ['DEL', 'k']], [['acquired'], [], ['released']]],
    [
      'given back and taken in one transaction',
      [
        SET,
        ['EVAL', "redis.call('DEL',KEYS[1]) redis.call('SET',KEYS[1],'b','PX',9000)", 1, 'k'],
        ['DEL', 'k'],
      ],
      [['acquired'], ['released', 'acquired'], ['released']],
    ],
    [
      'RENAME and COPY to it, RENAME from it',
      [
        ['SET', 'other', 'a'],
        ['RENAME', 'other', 'k'],
        ['COPY', 'k', 'third'],
        ['RENAME', 'k', 'other'],
        ['COPY', 'third', 'k'],
        ['DEL', 'k', 'other', 'third'],
      ],
      [[], ['unclear'], [], ['unclear'], ['unclear'], ['released']],
    ],
    [
      'no change at all: EXISTS, GET, PTTL',
      [SET, ['EXISTS', 'k'], ['GET', 'k'], ['PTTL', 'k'], ['DEL', 'k']],
      [['acquired'], [], [], [], ['released']],
    ],
    [
      'a counter, which is no hold',
      [
        ['INCR', 'k'],
        ['INCR', 'k'],
        ['DEL', 'k'],
      ],
      [[], [], []],
    ],
  ])('%s', async (_title, commands, expected) => {
    const name = `s:${uniquePart()}`;
    const own = commands.map((command) => command.map((part) => (part === 'k' ? name : part)));
    expect(await followed(name, run(...own))).toEqual(expected);
  });

  test('a lease that ends, and a key that is evicted', async () => {
    const name = `s:${uniquePart()}`;
    const ends = async () => {
      await until('it is over', async () => (await redis.exists(name)) === 0);
    };
    expect(await followed(name, [...run(['SET', name, 'a', 'PX', 30, 'NX']), ends])).toEqual([
      ['acquired'],
      ['expired'],
    ]);
    const evict = async () => {
      await redis.config('SET', 'maxmemory', '1');
      await redis.call('SET', 'too:much', 'x').catch(() => {});
      await until('it is evicted', async () => (await redis.exists(name)) === 0);
      await redis.config('SET', 'maxmemory', '0');
    };
    expect(await followed(name, [...run(['SET', name, 'a', 'PX', 60_000, 'NX']), evict])).toEqual([
      ['acquired'],
      ['lost'],
    ]);
  });
});

describe('the events of our own client', () => {
  const KINDS = [
    ['mutex', createMutex, []],
    ['reentrant lock', createReentrant, []],
    ['fair lock', createFair, []],
    ['fenced lock', createFenced, []],
  ] as const;

  test.each(KINDS)('%s: acquired, renewed, released', async (_name, create) => {
    const key = `own:${uniquePart()}`;
    await using client = create({ redis });
    let lease: { extend(leaseMs: number): Promise<unknown>; release(): Promise<unknown> } | null = null;
    const take = async () => {
      lease = await client.acquire(key, { leaseMs: 5_000, watchdog: false });
    };
    const longer = () => lease?.extend(60_000) ?? Promise.reject(new Error('not held'));
    const back = () => lease?.release() ?? Promise.reject(new Error('not held'));
    expect(await followed(key, [take, longer, back, take, back])).toEqual([
      ['acquired'],
      ['renewed'],
      ['released'],
      ['acquired'],
      ['released'],
    ]);
  });

  test('re-entries, and holds that are given back in part, count as nothing', async () => {
    const key = `own:${uniquePart()}`;
    const script = (lua: string) => () => redis.eval(lua, 1, key, 'me', 60_000);
    const enter = script("redis.call('HINCRBY',KEYS[1],ARGV[1],1) redis.call('PEXPIRE',KEYS[1],ARGV[2])");
    const renew = script("redis.call('PEXPIRE',KEYS[1],ARGV[2])");
    const leave = script(
      "if redis.call('HINCRBY',KEYS[1],ARGV[1],-1)>0 then redis.call('PEXPIRE',KEYS[1],ARGV[2]) else redis.call('DEL',KEYS[1]) end",
    );
    expect(await followed(key, [enter, enter, renew, leave, renew, leave])).toEqual([
      ['acquired'],
      [],
      ['renewed'],
      [],
      ['renewed'],
      ['released'],
    ]);
  });
});

describe('the events of every format whose holds they distinguish', async () => {
  const names = createNameMatcher([]);
  const counted = new Set<string>();
  afterAll(() => expect(counted.size).toBeGreaterThan(50));
  for (const { formatId, examples, unlock } of await allFixtures()) {
    for (const example of examples) {
      test(`${formatId}: ${example.title}`, async () => {
        const key = example.key(uniquePart());
        const take = async () => {
          for (const command of example.write(key, Date.now())) await call(redis, command);
        };
        let type: ReturnType<typeof holdTypeOf> = null;
        let token = '';
        const look = async () => {
          const { raw, companions } = await readWithCompanions(redis, bytesOf(key));
          const named = names.matches(raw.key);
          const found = recognise(raw, { now: Date.now(), named, heard: example.heard, companions });
          type = found && holdTypeOf(found);
          token = found?.decoded.holders[0]?.token ?? '';
          if (type) expect(raw.type).toBe(type);
        };
        const remove = () => redis.del(Buffer.from(bytesOf(key), 'latin1'));
        const back = async () => {
          for (const command of unlock?.(key, token) ?? []) await call(redis, command);
          await remove();
        };
        const steps = await followed(key, [take, look, back]);
        if (type === null) return; // only readings distinguish its holds
        counted.add(formatId);
        expect(steps).toEqual([['acquired'], [], ['released']]);
      });
    }
  }
});
