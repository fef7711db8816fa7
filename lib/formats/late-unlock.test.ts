import { Redis } from 'ioredis';
import { afterAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { allFixtures, call, readWithCompanions, writtenKey } from '../../e2e/support/written-keys';
import type { ByteString } from '../domain/keys/bytes';
import type { Example } from './core/fixture';
import type { Command } from './core/fixture-unlocks';
import type { LateUnlock } from './core/format';
import { hazardsOf, lateUnlockOf } from './core/late-unlock';
import { createNameMatcher, formats, recognise } from './index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
afterAll(() => redis.disconnect());
const names = createNameMatcher([]);
const fixtures = await allFixtures();

/** An example as it was written, and what its format declares of its late unlock. */
async function written(example: Example) {
  const { raw, companions, written: all } = await writtenKey(redis, example);
  const named = names.matches(raw.key);
  const found = recognise(raw, { now: Date.now(), named, heard: example.heard, companions });
  if (!found) throw new Error(`${example.title} was not recognised`);
  const holder = found.decoded.holders[0] ?? null;
  const whole =
    holder?.tokenLength === undefined ? null : await redis.getBuffer(Buffer.from(raw.key, 'latin1'));
  const token = whole?.toString('latin1') ?? holder?.token ?? '';
  const key = Buffer.from(raw.key, 'latin1').toString('utf8');
  return { raw, all, found, key, token, holder, declared: lateUnlockOf(found.format, found.sight) };
}

/** Another holder takes the lock: with a token of its own, or with the one that all holders write. */
function successor(example: Example, key: string, type: string, isShared: boolean): Command[] {
  if (isShared) return example.write(key, Date.now());
  if (example.successor) return example.successor(key, Date.now());
  if (type === 'string') return [['SET', key, 'successor', 'PX', 60_000]];
  return [['HSET', key, '11111111-03b0-4cd8-8966-8bbd088f8c58:1', 1]];
}

const dump = (key: ByteString) => redis.dumpBuffer(Buffer.from(key, 'latin1'));

describe.each(fixtures)('$formatId', ({ unlock, examples }) => {
  for (const example of examples) {
    test(`${example.title}: a late unlock does to a successor what the format declares`, async () => {
      const { raw, all, found, key, token, holder, declared } = await written(example);
      const warned = hazardsOf(found.format, found.sight);
      expect(warned.includes('deletes-successor')).toBe(declared === 'deletes');
      expect(warned.includes('counter-may-drift')).toBe(declared === 'drifts');
      if (declared === 'unknown') return expect(unlock).toBeNull();
      if (!unlock) throw new Error('a format that knows what a late unlock does has the commands of one');
      if (!holder && declared !== 'drifts') return; // nobody has it who could come late
      if (holder) {
        for (const name of all) await redis.del(Buffer.from(name, 'latin1'));
        const isShared = declared !== 'spares' && !holder.tokenUnique;
        for (const command of successor(example, key, raw.type, isShared)) await call(redis, command);
      }
      const before = await dump(raw.key);
      for (const command of unlock(key, token)) await call(redis, command);
      const after = await dump(raw.key);
      const became: Record<Exclude<LateUnlock, 'unknown'>, () => void> = {
        spares: () => expect(after).toEqual(before),
        deletes: () => expect(after).not.toEqual(before),
        drifts: () => expect(after).not.toEqual(before),
      };
      became[declared]();
      if (declared === 'deletes' && raw.type === 'string') expect(after).toBeNull();
    });
  }
});

test('every format declares it, and every rule that says nothing of it is unknown', async () => {
  for (const format of formats) expect(format.lateUnlock, format.id).toBeDefined();
  const { raw } = await readWithCompanions(redis, 'none');
  const observation = { raw, companions: new Map(), now: 0, named: false };
  expect(formats.filter((format) => lateUnlockOf(format, observation) === 'deletes').length).toBeGreaterThan(
    15,
  );
});
