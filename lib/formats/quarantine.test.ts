import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { allFixtures, call, readWithCompanions, writtenKey } from '../../e2e/support/written-keys';
import type { ByteString } from '../domain/keys/bytes';
import { operatorTokenOf } from '../domain/keys/operator-token';
import { ReplyCode } from '../redis/reply-code';
import { runScript } from '../redis/run-script';
import type { Example } from './core/fixture';
import type { HolderAction, ScriptPlan } from './core/format';
import { canQuarantine, quarantinePlans } from './core/quarantine';
import { createNameMatcher, type Recognised, recognise } from './index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const names = createNameMatcher([]);
const fixtures = await allFixtures();

const QUARANTINE_TTL_MS = 40_000;
const run = ({ script, keys, args }: ScriptPlan) => runScript(redis, script, keys, args);
const nameOf = (key: ByteString) => Buffer.from(key, 'latin1');
const dump = (key: ByteString) => redis.dumpBuffer(nameOf(key));

async function look(key: ByteString, heard?: readonly string[]): Promise<Recognised | null> {
  const { raw, companions } = await readWithCompanions(redis, key);
  return recognise(raw, { now: Date.now(), named: names.matches(key), heard, companions });
}

/** An example as it was written, with what puts it in quarantine; null = it has no holder, or its format does not allow it. */
async function held(example: Example) {
  const { raw, companions, written } = await writtenKey(redis, example);
  const { key } = raw;
  const named = names.matches(key);
  const found = recognise(raw, { now: Date.now(), named, heard: example.heard, companions });
  const [holder] = found?.decoded.holders ?? [];
  if (!found || !holder || !canQuarantine(found.format, found.sight, found.decoded.holders)) return null;
  const seen = { holdCount: holder.holdCount, deadlineMs: 'none' } as const;
  const act: HolderAction = {
    key,
    token: holder.token,
    holder,
    seen,
    sight: found.sight,
    publish: 'PUBLISH',
  };
  const token = operatorTokenOf(found.format.id, 'm.krüger@example', randomUUID());
  const plans = quarantinePlans(found.format, act, { token, ttlMs: QUARANTINE_TTL_MS });
  if (!plans) throw new Error('a lock that can be put in quarantine has plans for it');
  return { key, found, act, token, plans, others: written.filter((other) => other !== key) };
}

/** Fixtures with the examples that can be put in quarantine. */
const allowing = await Promise.all(
  fixtures.map(async (fixture) => {
    const able = await Promise.all(fixture.examples.map(async (example) => (await held(example)) !== null));
    return { ...fixture, examples: fixture.examples.filter((_, at) => able[at]) };
  }),
);

async function heldNow(example: Example) {
  const lock = await held(example);
  if (!lock) throw new Error(`${example.title} could be put in quarantine a moment ago`);
  return lock;
}

describe.each(allowing.filter(({ examples }) => examples.length > 0))('$formatId', (fixture) => {
  const { formatId, unlock, examples } = fixture;
  for (const example of examples) {
    test(`${example.title}: in quarantine it is of the same format, and whoever comes late changes nothing`, async () => {
      const { key, token, act, plans, others } = await heldNow(example);
      const before = await Promise.all(others.map(dump));
      expect((await run(plans.swap)).code).toBe(ReplyCode.done);
      const ttlMs = await redis.pttl(nameOf(key));
      expect(ttlMs).toBeLessThanOrEqual(QUARANTINE_TTL_MS);
      expect(ttlMs).toBeGreaterThan(QUARANTINE_TTL_MS - 20_000);
      expect(await Promise.all(others.map(dump))).toEqual(before);

      const now = await look(key);
      expect(now?.format.id).toBe(formatId);
      expect(now?.decoded.holders).toMatchObject([{ token, label: 'quarantine:m.kr-ger@example' }]);
      expect(now && canQuarantine(now.format, now.sight, now.decoded.holders)).toBe(false);

      const kept = await dump(key);
      for (const command of unlock?.(Buffer.from(key, 'latin1').toString('utf8'), act.token) ?? [])
        await call(redis, command);
      const late = now?.format.release?.(act);
      expect(late && (await run(late)).code).toBe(ReplyCode.otherHolder);
      const longer = now?.format.extend?.(act, 90_000);
      if (longer) expect((await run(longer)).code).toBe(ReplyCode.otherHolder);
      expect(await dump(key)).toEqual(kept);

      const free = plans.free('PUBLISH');
      expect(free && (await run(free)).code).toBe(ReplyCode.done);
      expect(await redis.exists(nameOf(key))).toBe(0);
    });

    test(`${example.title}: another holder is never put in quarantine, nor freed when one ends`, async () => {
      const lock = await heldNow(example);
      const { key, plans } = lock;
      const free = plans.free('PUBLISH');
      for (const successor of [true, false]) {
        await redis.del(nameOf(key));
        const text = Buffer.from(key, 'latin1').toString('utf8');
        const taking = example.successor?.(text, Date.now()) ?? taken(text, lock.found.format.redisType);
        if (successor) for (const command of taking) await call(redis, command);
        const before = await dump(key);
        for (const plan of [plans.swap, free])
          expect(plan && (await run(plan)).code).toBe(successor ? ReplyCode.otherHolder : ReplyCode.absent);
        expect(await dump(key)).toEqual(before);
      }
    });
  }
});

function taken(key: string, type: string): (string | number)[][] {
  return type === 'string'
    ? [['SET', key, 'successor', 'PX', 60_000]]
    : [['HSET', key, '11111111-03b0-4cd8-8966-8bbd088f8c58:1', 1]];
}

test('a reentrant lock that was entered once more is left alone', async () => {
  const example = fixtures.find(({ formatId }) => formatId === 'redisson-lock')?.examples[0];
  const lock = example && (await held(example));
  if (!lock) throw new Error('no lock');
  await redis.hincrby(nameOf(lock.key), lock.act.token, 1);
  expect(await run(lock.plans.swap)).toMatchObject({ code: ReplyCode.countDiffers });
});

test('a type that is another, and a hash with more in it, are left alone', async () => {
  for (const formatId of ['redisson-lock', 'lockscope-mutex']) {
    const example = fixtures.find((each) => each.formatId === formatId)?.examples[0];
    const lock = example && (await held(example));
    if (!lock) throw new Error('no lock');
    const { key, plans, found, act } = lock;
    if (found.format.redisType === 'hash') {
      await redis.hset(nameOf(key), 'other', 1);
      expect(await run(plans.swap)).toMatchObject({ code: ReplyCode.otherFields });
    }
    await redis.del(nameOf(key));
    await redis.rpush(nameOf(key), act.token);
    expect(await run(plans.swap)).toMatchObject({ code: ReplyCode.wrongType });
    expect(await redis.llen(nameOf(key))).toBe(1);
  }
});

test('the best-known formats whose unlock compares allow it, and none whose unlock does not', () => {
  const allowed = allowing.flatMap(({ formatId, examples }) => (examples.length > 0 ? formatId : []));
  expect(allowed).toEqual(
    expect.arrayContaining(['redisson-lock', 'redisson-fair-lock', 'lockscope-mutex', 'redis-py-lock']),
  );
  for (const formatId of ['constant-value', 'timestamp-value', 'redisson-semaphore', 'plain-string'])
    expect(allowed).not.toContain(formatId);
});
