import { beforeEach, describe, expect, test } from 'vitest';
import { createBudget } from '../../lib/collector/keys/budget';
import { createCensusPoll } from '../../lib/collector/keys/census';
import { createNameMatcher, type Recognised, recognise } from '../../lib/formats/index';
import { readKeys } from '../../lib/redis/reading/read-keys';
import { ReplyCode } from '../../lib/redis/reply-code';
import { runScript } from '../../lib/redis/run-script';
import { closing } from '../support/closing';
import { fileServer } from '../support/file-server';
import type { Contender } from './libraries/contender';
import { eavesdrop } from './libraries/eavesdropper';
import { goProgram, javaProgram } from './libraries/programs';
import { connectProgram, type ProgramParty } from './program-party';

/** Real libraries, each alone on a server, under names that tell nothing: what their scripts make of their locks. */
const own = fileServer();
const { closers } = closing();
const names = createNameMatcher([]);
const LEASE_MS = 60_000;

beforeEach(async () => {
  await own.redis.flushall();
  await own.redis.script('FLUSH');
});

async function started({ start }: Contender['program']): Promise<ProgramParty> {
  const program = await start();
  closers.push(() => program.close());
  return connectProgram(program, {
    connection: 'alone',
    nodes: [own.server.url],
    cluster: false,
    watchdogMs: 3_000,
  });
}

/** A key before and after the server was asked who ran on it. */
async function readTwice(key: string): Promise<{ before: Recognised | null; after: Recognised | null }> {
  const [raw] = await readKeys(own.redis, [key], Date.now);
  if (!raw) throw new Error(`${key} was not read`);
  const budget = createBudget(1_000, Date.now);
  const { poll, libraries } = createCensusPoll({ redis: own.redis, budget, now: Date.now });
  await poll();
  const context = { now: raw.readAtMs, named: names.matches(key) };
  return { before: recognise(raw, context), after: recognise(raw, { ...context, ran: libraries() }) };
}

test.each([
  ['redsync', goProgram('redsync'), /\d/],
  // Every second token of it is letters and digits alone, which is a token of several libraries.
  ['bsm/redislock', goProgram('redislock'), /^(?=.*\d).*[_-]/],
])('%s is likely once its scripts are there', async (library, program, telling) => {
  const party = await started(program);
  const key = await drawn(party, telling);
  const { before, after } = await readTwice(key);
  expect(before).toMatchObject({ format: { library }, confidence: 'possible', hint: null });
  expect(after).toMatchObject({ format: { library }, confidence: 'likely', hint: { library } });
});

/** A lock whose token was drawn so that it tells its library under a name that tells nothing. */
async function drawn(party: ProgramParty, telling: RegExp): Promise<string> {
  for (let tries = 1; tries <= 50; tries++) {
    const key = `orders:${tries}`;
    const held = await party.take('mutex', key, { leaseMs: LEASE_MS });
    await held?.extend(LEASE_MS); // redsync takes its locks without a script
    if (telling.test(held?.token ?? '')) return key;
  }
  throw new Error(`no token was ${telling}`);
}

describe("Spring's RedisLockRegistry called orders", () => {
  const LIBRARY = 'Spring RedisLockRegistry';
  const program = javaProgram('spring-integration-redis', { 'lockscope.registry': 'orders' });
  const KEY = 'orders:invoice:7';

  test.each(['spin', 'mutex'] as const)('a %s lock is its own once its scripts are there', async (kind) => {
    const held = await (await started(program)).take(kind, 'invoice:7', { leaseMs: LEASE_MS });
    const { before, after } = await readTwice(KEY);
    expect(before).toMatchObject({ format: { id: 'random-token' }, confidence: 'possible', hint: null });
    expect(before?.alternatives.map(({ library }) => library)).toContain(LIBRARY);
    expect(after).toMatchObject({
      format: { id: 'spring-lock-registry', library: LIBRARY },
      confidence: 'likely',
      hint: { library: LIBRARY },
      decoded: { holders: [{ token: held?.token }] },
    });
  });

  test('a release by its format wakes a waiter, who has the lock then', async () => {
    const { redis, server } = own;
    const [first, second] = await Promise.all([started(program), started(program)]);
    const ears = await eavesdrop(redis, server.port);
    closers.push(async () => ears.close());
    const held = await first.take('mutex', 'invoice:7', { leaseMs: LEASE_MS });
    const heard = ears.listen(KEY);
    closers.push(async () => heard.stop());
    const asleep = heard.newcomer({ command: 'evalsha', times: 2 });
    const next = second.acquire('mutex', 'invoice:7', { leaseMs: LEASE_MS, waitMs: LEASE_MS });
    next.catch(() => {}); // awaited below
    await asleep;
    const { after } = await readTwice(KEY);
    const [holder] = after?.decoded.holders ?? [];
    if (!after || !holder || !held) throw new Error('nobody holds it');
    const seen = { holdCount: null, deadlineMs: Number(await redis.call('PEXPIRETIME', KEY)) };
    const act = {
      key: KEY,
      token: held.token,
      holder,
      seen,
      sight: after.sight,
      publish: 'PUBLISH' as const,
    };
    const plan = after.format.release?.(act);
    if (!plan) throw new Error('it is not released');
    const reply = await runScript(redis, plan.script, plan.keys, plan.args);
    expect(reply).toMatchObject({ code: ReplyCode.done });
    const { token } = await next;
    expect(token).not.toBe(held.token);
    expect(await redis.get(KEY)).toBe(token);
  });
});
