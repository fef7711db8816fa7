import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../e2e/support/redis-server';
import { type ByteString, bytesOf } from '../domain/bytes';
import type { RawKey } from '../domain/raw-key';
import { readKeys } from '../redis/read-keys';
import { ReplyCode } from '../redis/reply-code';
import { runScript } from '../redis/run-script';
import type { Command, Example, Fixture } from './fixture';
import type { ScriptPlan, SeenFacts } from './format';
import { createNameMatcher, formats, type Recognised, recognise } from './index';

const redis = new Redis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder);
const names = createNameMatcher([]);
const fixtures: Fixture[] = await Promise.all(
  files
    .filter((file) => file.endsWith('.fixture.ts'))
    .map(async (file) => (await import(/* @vite-ignore */ new URL(file, folder).href)).fixture),
);

describe('the registry', () => {
  const formatFiles = files.filter(
    (file) =>
      !/\.(?:test|fixture)\.ts$/.test(file) &&
      file !== 'format.ts' &&
      readFileSync(new URL(file, folder), 'utf8').includes('defineFormat('),
  );

  test('holds every format file', () => {
    expect(formatFiles.map((file) => file.replace(/\.ts$/, '')).sort()).toEqual(
      formats.map(({ id }) => id).sort(),
    );
  });

  test('has one fixture for every format', () => {
    expect(fixtures.map(({ formatId }) => formatId).sort()).toEqual(formats.map(({ id }) => id).sort());
    for (const { formatId } of fixtures) expect(files).toContain(`${formatId}.fixture.ts`);
  });

  test('has plain shapes only, which one pass over all names can afford', () => {
    for (const { source } of formats.flatMap(({ names: shapes }) => shapes))
      expect(source).not.toMatch(/\(\?<|[*+^$]/);
  });
});

for (const fixture of fixtures) {
  describe(fixture.formatId, () => {
    for (const example of fixture.examples) {
      test(`reads ${example.title}`, async () => {
        const { found, nowMs, name } = await take(example);
        expect(found?.format.id).toBe(fixture.formatId);
        expect(found?.confidence).toBe(example.confidence);
        expect(found?.decoded.holders).toHaveLength(1);
        expect(found?.decoded.holders[0]).toMatchObject(example.holder);
        expect(found?.decoded.valueDeadlineMs).toBe(example.valueDeadlineMs?.(nowMs) ?? null);
        const libraries = found?.alternatives.map(({ library }) => library) ?? [];
        for (const library of example.alternatives ?? []) expect(libraries).toContain(library);
        const pttl = await redis.pttl(name);
        expect(found?.decoded.ttlMs === 'none').toBe(pttl === -1);
      });

      test(`releases ${example.title}, wakes its waiters and touches nothing else`, async () => {
        const { found, key, name, release, others } = await take(example);
        const channel = found.format.channel?.(key);
        const heard = channel === undefined ? null : await listen(channel);
        const before = await dumpAll(others);
        const reply = await run(release);
        expect(reply.code).toBe(ReplyCode.done);
        expect(await redis.exists(name)).toBe(0);
        expect(await dumpAll(others)).toEqual(before);
        if (heard) {
          expect(reply.detail).toBe(1);
          await until('the release message', () => heard.messages.includes('0'));
          heard.stop();
        }
      });

      test(`leaves ${example.title} alone once it has another holder`, async () => {
        const { name, raw, plans } = await take(example);
        await redis.del(name);
        if (raw.type === 'string') await redis.set(name, 'successor', 'PX', 60_000);
        else await redis.hset(name, '11111111-03b0-4cd8-8966-8bbd088f8c58:1', 1);
        const before = await redis.dumpBuffer(name);
        for (const plan of plans) {
          expect((await run(plan)).code).toBe(ReplyCode.otherHolder);
          expect(await redis.dumpBuffer(name)).toEqual(before);
        }
      });

      test(`never shortens ${example.title}`, async () => {
        const { name, extend } = await take(example);
        if (!extend) return;
        const before = await redis.pttl(name);
        const reply = await run(extend);
        expect(reply.code).toBe(before === -1 ? ReplyCode.neverExpires : ReplyCode.done);
        const after = await redis.pttl(name);
        if (before === -1) expect(after).toBe(-1);
        else expect(after).toBeGreaterThan(before - 5_000);
      });
    }

    for (const miss of fixture.nearMisses) {
      test(`is not ${miss.title}`, async () => {
        const { found } = await write(miss);
        expect(found?.format.id ?? null).toBe(miss.becomes);
        expect(miss.becomes).not.toBe(fixture.formatId);
      });
    }
  });
}

describe('tokens that are not unique', () => {
  const shared = fixtures.flatMap(({ formatId, examples }) => {
    const example = examples.find(({ holder }) => holder.tokenUnique === false);
    return example ? [{ formatId, example }] : [];
  });

  test.each(shared)(
    '$formatId: a successor with a shorter or longer lease is left alone',
    async ({ example }) => {
      for (const leaseMs of [1_000, 90_000]) {
        const { name, plans } = await take(example);
        await redis.pexpire(name, leaseMs);
        const before = await redis.dumpBuffer(name);
        for (const plan of plans) {
          expect((await run(plan)).code).toBe(ReplyCode.deadlineMoved);
          expect(await redis.dumpBuffer(name)).toEqual(before);
        }
      }
    },
  );
});

test('a reentrant lock entered once more is left alone', async () => {
  const example = fixtures.find(({ formatId }) => formatId === 'redisson-lock')?.examples[0];
  if (!example) throw new Error('no example');
  const { found, name, plans } = await take(example);
  await redis.hincrby(name, found.decoded.holders[0]?.token ?? '', 1);
  for (const plan of plans) {
    expect(await run(plan)).toEqual({ code: ReplyCode.countDiffers, detail: 2 });
  }
});

type Written = {
  key: ByteString;
  raw: RawKey;
  nowMs: number;
  found: Recognised | null;
  others: ByteString[];
};

async function write({ key: keyOf, write: commandsOf }: Pick<Example, 'key' | 'write'>): Promise<Written> {
  const text = keyOf(randomUUID().slice(0, 8));
  const nowMs = Date.now();
  const commands = commandsOf(text, nowMs);
  for (const [name, ...args] of commands) await redis.call(String(name), ...args);
  const key = bytesOf(text);
  const [raw] = await readKeys(redis, [key], Date.now);
  if (!raw) throw new Error('nothing was read');
  const found = recognise(raw, { now: Date.now(), named: names.matches(key) });
  const others = [
    ...commands.map((command: Command) => bytesOf(String(command[1]))),
    `redisson_lock_token:{${key}}`,
  ];
  return { key, raw, nowMs, found, others: others.filter((other) => other !== key) };
}

/** Writes an example that must be recognised, with a fencing counter beside it. */
async function take(example: Example) {
  const written = await write(example);
  const { found, key, raw } = written;
  if (!found) throw new Error(`${example.title} was not recognised`);
  const name = Buffer.from(key, 'latin1');
  await redis.set(Buffer.from(`redisson_lock_token:{${key}}`, 'latin1'), 41);
  const head = found.decoded.holders[0]?.token ?? '';
  const token = raw.type === 'string' ? ((await redis.getBuffer(name))?.toString('latin1') ?? '') : head;
  const seen = await seenNow(key, found);
  const release = found.format.release?.(key, token, seen);
  const extend = found.format.extend?.(key, token, 1, seen);
  if (!release) throw new Error(`${found.format.id} cannot be released`);
  return { ...written, found, name, release, extend, plans: extend ? [release, extend] : [release] };
}

async function seenNow(key: ByteString, found: Recognised): Promise<SeenFacts> {
  const name = Buffer.from(key, 'latin1');
  const [time, pttl] = (await redis.pipeline().time().pttl(name).exec()) ?? [];
  const [seconds, micros] = (time ?? []).flat().slice(1).map(Number);
  const left = Number(pttl?.[1]);
  const nowMs = (seconds ?? 0) * 1000 + Math.floor((micros ?? 0) / 1000);
  return {
    holdCount: found.decoded.holders[0]?.holdCount ?? null,
    deadlineMs: left < 0 ? 'none' : nowMs + left,
  };
}

async function run(plan: ScriptPlan) {
  return runScript(redis, plan.script, plan.keys, plan.args);
}

async function dumpAll(keys: readonly ByteString[]): Promise<(Buffer | null)[]> {
  return Promise.all(keys.map((key) => redis.dumpBuffer(Buffer.from(key, 'latin1'))));
}

async function listen(channel: ByteString) {
  const waiter = redis.duplicate();
  const messages: string[] = [];
  waiter.on('message', (_, message) => messages.push(message));
  await waiter.subscribe(Buffer.from(channel, 'latin1') as unknown as string);
  return { messages, stop: () => waiter.disconnect() };
}
