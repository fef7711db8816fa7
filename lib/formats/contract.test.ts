import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { until } from '../../e2e/support/redis-server';
import { allFixtures, call, readWithCompanions, writtenKey } from '../../e2e/support/written-keys';
import { type ByteString, bytesOf } from '../domain/keys/bytes';
import type { RawKey } from '../domain/keys/raw-key';
import { readKeys } from '../redis/reading/read-keys';
import { ReplyCode } from '../redis/reply-code';
import { runScript } from '../redis/run-script';
import type { Example } from './core/fixture';
import type { Command } from './core/fixture-unlocks';
import type { Format, HolderAction, ScriptPlan, SeenFacts } from './core/format';
import { createNameMatcher, formats, type Recognised, recognise } from './index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
const names = createNameMatcher([]);
const fixtures = await allFixtures();

describe('the registry', () => {
  const formatFiles = files.filter(
    (file) =>
      /^[^.]+\.ts$/.test(file) &&
      file !== 'core/format.ts' &&
      readFileSync(new URL(file, folder), 'utf8').includes('defineFormat('),
  );

  test('holds every format file', () => {
    expect(formatFiles.map((file) => basename(file, '.ts')).sort()).toEqual(
      formats.map(({ id }) => id).sort(),
    );
  });

  test('has one fixture for every format, beside it', () => {
    expect(fixtures.map(({ formatId }) => formatId).sort()).toEqual(formats.map(({ id }) => id).sort());
    for (const file of formatFiles) expect(files).toContain(file.replace(/\.ts$/, '.fixture.ts'));
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
        const { found, nowMs, name } = await write(example);
        expect(found?.format.id).toBe(fixture.formatId);
        expect(found?.confidence).toBe(example.confidence);
        if (example.library) expect(found?.format.library).toBe(example.library);
        const { holders = [], ttlMs, valueDeadlineMs, ...also } = found?.decoded ?? {};
        expect(holders).toHaveLength(example.holders ?? (example.holder ? 1 : 0));
        if (example.holder) expect(holders[0]).toMatchObject(example.holder);
        expect(valueDeadlineMs).toBe(example.valueDeadlineMs?.(nowMs) ?? null);
        expect(also).toMatchObject(example.also ?? {});
        const libraries = found?.alternatives.map(({ library }) => library) ?? [];
        for (const library of example.alternatives ?? []) expect(libraries).toContain(library);
        const ownLease = holders.some((holder) => holder.ttlMs !== undefined);
        if (!ownLease) expect(ttlMs === 'none').toBe((await redis.pttl(name)) < 0);
      });

      test(`never makes a lock of the keys beside ${example.title}`, async () => {
        const { others } = await write(example);
        for (const key of others) {
          const [raw] = await readKeys(redis, [key], Date.now);
          expect(raw && recognise(raw, { now: Date.now(), named: true }), key).toBeNull();
        }
      });
      if (!example.holder) continue;
      const format = formats.find(({ id }) => id === fixture.formatId);

      if (format?.release)
        test(`releases ${example.title}, wakes its waiters and touches nothing else`, async () => {
          const { key, name, release, token, others, found } = await take(example);
          if (!release) throw new Error('the format releases, but not this example');
          const wake = example.wakes?.(key, token) ?? null;
          if (wake) expectSaid(saidToWake(format, key), 'channel' in wake ? wake.channel : wake.list);
          const heard = wake && 'channel' in wake ? await listen(bytesOf(wake.channel)) : null;
          const touched = (example.releaseTouches?.(key) ?? []).map(bytesOf);
          const left = others.filter((other) => !touched.includes(other));
          const before = await dumpAll(left);
          const reply = await run(release);
          expect(reply.code).toBe(example.staysAfterRelease ? reply.code : ReplyCode.done);
          expect(await redis.exists(name)).toBe(example.staysAfterRelease ? 1 : 0);
          expect(await holds(key, token)).toBe(false);
          expect(await dumpAll(left)).toEqual(before);
          const companions = JSON.stringify(await readKeys(redis, others, Date.now));
          for (const { token: waiter, ghost } of found.decoded.queue?.places ?? [])
            if (!ghost) expect(companions).toContain(waiter);
          if (heard && wake && 'channel' in wake) {
            await until('the release message', () => heard.messages.includes(wake.message));
            heard.stop();
          }
          if (wake && 'list' in wake) {
            expect(await redis.lrange(wake.list, 0, -1)).toEqual(wake.items);
            const ttlMs = await redis.pttl(wake.list);
            if (wake.ttlMs !== null) expect(ttlMs).toBeLessThanOrEqual(wake.ttlMs);
            expect(ttlMs > 0).toBe(wake.ttlMs !== null);
          }
        });

      test(`leaves ${example.title} alone once it has another holder`, async () => {
        const { key, name, raw, plans, others } = await take(example);
        await redis.del(name);
        for (const command of successorOf(example, key, raw)) await call(redis, command);
        const all = [key, ...others];
        const before = await dumpAll(all);
        for (const plan of plans) {
          expect([ReplyCode.otherHolder, ReplyCode.absent, ReplyCode.modeDiffers]).toContain(
            (await run(plan)).code,
          );
          expect(await dumpAll(all)).toEqual(before);
        }
      });

      if (format?.extend)
        test(`never shortens ${example.title}`, async () => {
          const { name, found, extend } = await take(example);
          if (!extend) throw new Error('the format extends, but not this example');
          const before = await redis.pttl(name);
          const reply = await run(extend);
          expect(reply.code).toBe(leftOf(found) === 'none' ? ReplyCode.neverExpires : ReplyCode.done);
          const after = await redis.pttl(name);
          if (before === -1) expect(after).toBe(-1);
          else expect(after).toBeGreaterThan(before - 5_000);
        });

      if (format?.extend)
        test(`extends ${example.title} so that it is held that long`, async () => {
          const { key, name, found, token, sees } = await take(example);
          if (leftOf(found) === 'none') return; // nothing to extend, as the test above shows
          const leaseMs = 7 * 3_600_000;
          const plan = found.format.extend?.(await sees(), leaseMs);
          if (!plan) throw new Error('the format extends, but not this example');
          expect((await run(plan)).code).toBe(ReplyCode.done);
          // What a semaphore has beside the counter is the lease, and the counter's TTL is not.
          if (!found.decoded.permits) expect(await redis.pttl(name)).toBeGreaterThan(leaseMs - 5_000);
          const { found: again } = await look(key, found.format.id);
          const holder = again?.decoded.holders.find((each) => token.startsWith(each.token));
          expect(holder).toBeDefined();
          if (typeof holder?.ttlMs === 'number') expect(holder.ttlMs).toBeGreaterThan(leaseMs - 5_000);
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
    const example = examples.find(({ holder }) => holder?.tokenUnique === false);
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
  const { token, name, plans } = await take(example);
  await redis.hincrby(name, token, 1);
  for (const plan of plans) {
    expect(await run(plan)).toEqual({ code: ReplyCode.countDiffers, detail: 2 });
  }
});

const heardBy = new Map<ByteString, readonly string[]>();

/** What is left to the first holder: of its own lease, where it has one. */
function leftOf({ decoded }: Recognised) {
  return decoded.holders[0]?.ttlMs ?? decoded.ttlMs;
}

type Looked = { key: ByteString; name: Buffer; raw: RawKey; found: Recognised | null };

/** A key as the console reads it: with all that may belong to it. */
async function look(key: ByteString, was?: string): Promise<Looked> {
  const { raw, companions } = await readWithCompanions(redis, key);
  const heard = heardBy.get(key);
  const found = recognise(raw, {
    now: raw.readAtMs,
    named: names.matches(key),
    heard,
    was,
    companions,
  });
  return { key, name: Buffer.from(key, 'latin1'), raw, found };
}

async function holds(key: ByteString, token: ByteString): Promise<boolean> {
  const { found } = await look(key);
  return found?.decoded.holders.some((holder) => token.startsWith(holder.token)) ?? false;
}

async function write({ key: keyOf, write: commandsOf, heard }: Pick<Example, 'key' | 'write' | 'heard'>) {
  const { raw, nowMs, written } = await writtenKey(redis, { key: keyOf, write: commandsOf });
  const { key } = raw;
  if (heard) heardBy.set(key, heard);
  return { ...(await look(key)), nowMs, others: written.filter((other) => other !== key) };
}

/** Writes an example that must be recognised and held, with a fencing counter beside it that nothing may touch. */
async function take(example: Example) {
  const written = await write(example);
  const { key, name, raw } = written;
  const fence = `redisson_lock_token:{${key}}`;
  if (!written.others.includes(fence)) await redis.set(Buffer.from(fence, 'latin1'), 41);

  async function sees(): Promise<HolderAction> {
    const { found } = await look(key);
    const [holder] = found?.decoded.holders ?? [];
    if (!found || !holder) throw new Error(`${example.title} was not recognised`);
    const whole = holder.tokenLength !== undefined && raw.type === 'string';
    const token = whole ? ((await redis.getBuffer(name))?.toString('latin1') ?? '') : holder.token;
    return { key, token, holder, seen: await seenNow(key, found), sight: found.sight, publish: 'PUBLISH' };
  }

  const act = await sees();
  const { found } = written;
  if (!found) throw new Error(`${example.title} was not recognised`);
  const release = found.format.release?.(act) ?? null;
  const extend = found.format.extend?.(act, 1) ?? null;
  const plans = [release, extend].filter((plan) => plan !== null);
  const others = [...new Set([...written.others, fence])];
  return { ...written, found, others, token: act.token, sees, release, extend, plans };
}

function successorOf({ successor }: Example, key: string, { type }: RawKey): Command[] {
  if (successor) return successor(key, Date.now());
  if (type === 'string') return [['SET', key, 'successor', 'PX', 60_000]];
  if (type === 'hash') return [['HSET', key, '11111111-03b0-4cd8-8966-8bbd088f8c58:1', 1]];
  throw new Error(`the fixture must say how a ${type} lock gets a successor`);
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

/** The same place, or one whose name goes on from it: a waiter's own channel, the channel of all keys. */
function expectSaid(said: ByteString | undefined, wakes: ByteString): void {
  expect(said !== undefined && (said.startsWith(wakes) || wakes.startsWith(said)), said).toBe(true);
}

/** What a preview names as the thing that wakes waiters. */
function saidToWake({ channels, wakesBy }: Format, key: ByteString): ByteString | undefined {
  const channel = channels?.channelOf(key);
  const by = channel === undefined ? wakesBy?.(key) : { channel };
  if (!by) return undefined;
  return 'channel' in by ? by.channel : by.list;
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
