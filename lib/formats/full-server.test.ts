import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileRedis } from '../../e2e/support/file-redis';
import { allFixtures, writtenKey } from '../../e2e/support/written-keys';
import { runScript } from '../redis/run-script';
import type { Example } from './core/fixture';
import type { Format, ScriptPlan } from './core/format';
import { createNameMatcher, formats, recognise } from './index';

const redisUrl = await fileRedis();
const redis = new Redis(redisUrl);
beforeAll(() => redis.config('SET', 'maxmemory-policy', 'noeviction'));
afterAll(() => redis.disconnect());
const names = createNameMatcher([]);
const fixtures = await allFixtures();

/** The plan of an act on a lock that was just written; null = there is none on this example. */
async function planned(example: Example, verb: 'release' | 'extend'): Promise<ScriptPlan | null> {
  const { raw, companions } = await writtenKey(redis, example);
  const named = names.matches(raw.key);
  const found = recognise(raw, { now: Date.now(), named, heard: example.heard, companions });
  const [holder] = found?.decoded.holders ?? [];
  if (!found || !holder) return null;
  const name = Buffer.from(raw.key, 'latin1');
  const whole = holder.tokenLength !== undefined && raw.type === 'string';
  const token = whole ? ((await redis.getBuffer(name))?.toString('latin1') ?? '') : holder.token;
  const deadlineMs = await redis.pexpiretime(name);
  const seen = { holdCount: holder.holdCount, deadlineMs: deadlineMs < 0 ? ('none' as const) : deadlineMs };
  const act = { key: raw.key, token, holder, seen, sight: found.sight, publish: 'PUBLISH' as const };
  const { format } = found;
  return (verb === 'release' ? format.release?.(act) : format.extend?.(act, 7 * 3_600_000)) ?? null;
}

/** Whether the server refuses it for want of memory. */
async function isRefused(plan: ScriptPlan): Promise<boolean> {
  await redis.config('SET', 'maxmemory', '1');
  try {
    await runScript(redis, plan.script, plan.keys, plan.args);
    return false;
  } catch (error) {
    expect(String(error)).toContain('OOM');
    return true;
  } finally {
    await redis.config('SET', 'maxmemory', '0');
  }
}

describe.each(fixtures)('$formatId on a full server', ({ formatId, examples }) => {
  const { takesMemory = [] } = formats.find(({ id }) => id === formatId) as Format;

  test.each(['release', 'extend'] as const)('says whether its %s may be refused', async (verb) => {
    const refused: boolean[] = [];
    for (const example of examples) {
      const plan = await planned(example, verb);
      if (plan) refused.push(await isRefused(plan));
    }
    expect(refused.includes(true)).toBe(takesMemory.includes(verb));
  });
});
