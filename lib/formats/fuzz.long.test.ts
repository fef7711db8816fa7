import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { randomKeys } from '../../e2e/support/random-keys';
import { allFixtures, writtenKey } from '../../e2e/support/written-keys';
import type { ByteString } from '../domain/keys/bytes';
import type { RawKey } from '../domain/keys/raw-key';
import { seeded } from '../domain/values/seeded';
import { companionsOf, createNameMatcher, formats, ownersOf, type Recognised, recognise } from './index';

const redisUrl = await fileRedis();

/** Half of them drawn by lot, half mutated from what the real libraries write. */
const CASES = 1_000_000;
const NOW = Date.now();
/** Their tokens are made by that library, so that without their names they are its. */
const BUILT_ON: Record<string, string> = {
  'celery-redbeat': 'redis-py-lock',
  'celery-once': 'redis-py-lock',
};
/** So many random tokens of 1,000,000 may look like a UUID of the last month made by a library: 1 in 2.8 million do. */
const BY_CHANCE = 2;

const redis = new Redis(redisUrl);
const names = createNameMatcher([]);
const fixtures = await allFixtures();
type Seed = { formatId: string; raw: RawKey; companions: ReadonlyMap<ByteString, RawKey> };
const seeds: Seed[] = [];
beforeAll(async () => {
  for (const { formatId, examples } of fixtures)
    for (const example of examples) seeds.push({ formatId, ...(await writtenKey(redis, example)) });
});
afterAll(() => redis.disconnect());

/** What must be true of any answer, whatever was asked. */
function sound(raw: RawKey, found: Recognised): string | null {
  const { holders, ttlMs, valueDeadlineMs, permits, queue } = found.decoded;
  const isFree = raw.type === 'none' && found.format.recogniseFree !== undefined;
  if (found.format.redisType !== raw.type && !isFree) return 'a format of another type';
  if (isFree && holders.length > 0) return 'a holder of what is not there';
  if (ttlMs !== 'none' && !(Number.isFinite(ttlMs) && ttlMs >= 0)) return 'a TTL that is none';
  const owns = holders.some((holder) => holder.ttlMs !== undefined) || permits !== undefined;
  if (!owns && ttlMs !== raw.ttlMs) return 'another TTL than the key has';
  if (valueDeadlineMs !== null && !Number.isFinite(valueDeadlineMs)) return 'a deadline that is no time';
  for (const { since, holdCount, process, token } of holders) {
    if (since && !Number.isFinite(since.atMs)) return 'a since that is no time';
    if (holdCount !== null && !(Number.isSafeInteger(holdCount) && holdCount >= 0)) return 'no hold count';
    if (process?.pid !== undefined && process.pid !== null && !(process.pid >= 0)) return 'no pid';
    if (typeof token !== 'string') return 'no token';
  }
  if (permits && permits.available !== null && !Number.isFinite(permits.available)) return 'no permits'; // may be < 0
  for (const count of [permits?.held ?? 0, permits?.expired ?? 0, queue?.live ?? 0, queue?.ghosts ?? 0])
    if (!(Number.isFinite(count) && count >= 0)) return 'a count that is none';
  return null;
}

function shown(raw: RawKey): string {
  return JSON.stringify({ ...raw, value: raw.value?.slice(0, 100) });
}

describe('a million keys of every type', () => {
  test('drawn by lot: none throws, none is certain', { timeout: 600_000 }, () => {
    const random = randomKeys(seeded(20_261_121), NOW);
    const certain: string[] = [];
    for (let i = 0; i < CASES / 2; i++) {
      const raw = random.key();
      const named = random.upTo(2) === 0 || names.matches(raw.key);
      const found = recognise(raw, { now: NOW, named });
      companionsOf(raw);
      ownersOf(raw.key);
      if (!found) continue;
      const fault = sound(raw, found);
      if (fault) expect.fail(`${found.format.id}: ${fault}: ${shown(raw)}`);
      if (found.confidence === 'certain') certain.push(`${found.format.id}: ${shown(raw)}`);
    }
    expect(certain.slice(BY_CHANCE)).toEqual([]);
  });

  test('mutated from what libraries write: none throws, none is certain to be of another library', {
    timeout: 600_000,
  }, () => {
    const random = randomKeys(seeded(42), NOW);
    const wrong = new Map<string, string>();
    for (let i = 0; i < CASES / 2; i++) {
      const seed = seeds[i % seeds.length];
      if (!seed) throw new Error('no fixtures were read');
      const raw = random.mutant(seed.raw);
      const companions = random.upTo(3) === 0 ? undefined : seed.companions;
      const found = recognise(raw, { now: NOW, named: random.upTo(2) === 0, companions });
      companionsOf(raw);
      ownersOf(raw.key);
      if (!found) continue;
      const fault = sound(raw, found);
      if (fault) expect.fail(`${found.format.id}: ${fault}: ${shown(raw)}`);
      const { id } = found.format;
      if (found.confidence === 'certain' && id !== seed.formatId && id !== BUILT_ON[seed.formatId])
        wrong.set(`${seed.formatId} as ${id}`, shown(raw));
    }
    expect([...wrong]).toEqual([]);
  });
});

describe('time', () => {
  /** Processor time of `work`, ms: others on the machine take none of it. */
  function processorMs(work: () => void): number {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  }

  /** Least time of recognising `raw`, ms. */
  function leastMs(raw: RawKey): number {
    const turn = () => {
      for (let i = 0; i < 20; i++) recognise(raw, { now: NOW, named: true });
    };
    return Math.min(...Array.from({ length: 15 }, () => processorMs(turn)));
  }

  /** Texts that make a pattern with nested or neighbouring repetitions go over itself. */
  const evil = (length: number) =>
    ['a', '0', 'f0', 'aA1', '-', ':', '_', '{', '}', '=', ' ', '0-', 'a:', '1.', '\xff'].flatMap((part) => {
      const text = part.repeat(Math.ceil(length / part.length)).slice(0, length);
      return [text, `${text}!`, `ls1.${text}`, `ADDED:${text}@${text}`];
    });

  test('grows with the length of a key, and far slower than its square', () => {
    const of = (length: number) =>
      evil(length).map((text) =>
        leastMs({
          ...{ key: text, type: 'string', ttlMs: 1_000, value: text.slice(0, 1024), hash: null },
          ...{ members: null, items: null, length: Math.min(text.length, 1024), readAtMs: NOW },
        } as RawKey),
      );
    const [short, long] = [of(512), of(8_192)];
    for (const [i, ms] of long.entries())
      expect(ms, evil(16)[i]).toBeLessThan(64 * Math.max(short[i] ?? 0, 0.05));
  });

  test('has no format in it that takes most of it', () => {
    const random = randomKeys(seeded(7), NOW);
    const keys = Array.from({ length: 20_000 }, () => random.key());
    const spent = formats.map((format) => {
      const ms = processorMs(() => {
        for (const raw of keys) {
          if (format.redisType === raw.type)
            format.recognise({ raw, companions: new Map(), now: NOW, named: true });
        }
      });
      return { id: format.id, ms };
    });
    const all = spent.reduce((sum, { ms }) => sum + ms, 0);
    for (const { id, ms } of spent) expect(ms, id).toBeLessThan(all / 2 + 5);
  });
});
