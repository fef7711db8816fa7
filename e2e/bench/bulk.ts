/**
 * Everything that a killed process holds, 500 locks, freed by one act: its plan and its run, as whoever asks over HTTP sees
 * them, alone and among 10,000 locks of others (`--rounds N`, default 5). Baseline, `bare loop`: the same locks deleted by one
 * compare-and-delete after the other in this process, with no console, no evidence and no audit.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { Redis } from 'ioredis';
import { BulkLine, type BulkPlan } from '../../lib/contract/bulk';
import type { NodeStatus } from '../../lib/contract/nodes';
import { planned } from '../../lib/domain/actions/bulk';
import { type Figure, percentile, printReport } from '../support/bench-report';
import { type RunningConsole, startConsole } from '../support/console';
import { killedProcess } from '../support/killed-process';
import { startRedisServer, until } from '../support/redis-server';

const LOCKS = 500;
const OTHERS = 10_000;
/** Done when 5 of the feature: so many locks of a killed process are freed in this time. */
const RUN_MS = 2_000;
const COMPARE_AND_DELETE =
  "if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return redis.call('DEL', KEYS[1]) end return 0";

const at = process.argv.indexOf('--rounds');
const rounds = at > 0 ? Number(process.argv[at + 1]) : 5;
if (!(rounds > 0)) throw new Error('--rounds must be a number above 0');

type Times = { planMs: number[]; runMs: number[]; released: number[] };

function ask(lockscope: RunningConsole, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(lockscope.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function oneRound(redis: Redis, lockscope: RunningConsole, times: Times): Promise<void> {
  const { keys, ref } = await killedProcess(redis, lockscope, LOCKS, 'job');
  const plannedAt = performance.now();
  const plan = (await (await ask(lockscope, '/api/bulk/preview', { holder: ref })).json()) as BulkPlan;
  const startedAt = performance.now();
  const items = planned(plan.items).map(({ id, seen }) => ({ id, seen }));
  const run = { items, count: items.length, reason: 'killed', scope: ref };
  const lines = (await (await ask(lockscope, '/api/bulk/release', run)).text()).trim().split('\n');
  const endedAt = performance.now();
  const last = BulkLine.parse(JSON.parse(lines.at(-1) ?? ''));
  times.released.push('end' in last ? last.end.counts.released : 0);
  times.planMs.push(startedAt - plannedAt);
  times.runMs.push(endedAt - startedAt);
  await redis.del(...keys);
}

async function bareLoop(redis: Redis): Promise<number> {
  const keys = Array.from({ length: LOCKS }, (_, n) => `bare:${n}:lock`);
  for (const key of keys) await redis.hset(key, 'token', 1);
  const startedAt = performance.now();
  for (const key of keys) await redis.eval(COMPARE_AND_DELETE, 1, key, 'token');
  return performance.now() - startedAt;
}

async function addOthers(redis: Redis, { url }: RunningConsole): Promise<void> {
  const pipeline = redis.pipeline();
  for (let n = 0; n < OTHERS; n++)
    pipeline.hset(`other:${n}:lock`, `${randomUUID()}:1`, '1').pexpire(`other:${n}:lock`, 3_600_000);
  await pipeline.exec();
  // Reading them all spends more than a second of the budget, which the next round must not pay for.
  const isRested = ({ held, cost }: NodeStatus) =>
    held >= OTHERS && cost.commandsPerSecond < cost.budgetPerSecond / 2;
  await until(
    'the others are known, and the budget is whole',
    async () => {
      const { nodes } = (await (await fetch(`${url}/api/nodes`)).json()) as { nodes: NodeStatus[] };
      return nodes.every(isRested);
    },
    120_000,
  );
}

function figuresOf(name: string, { planMs, runMs, released }: Times, bareMs: number): Figure[] {
  const median = (values: readonly number[]) => percentile(values, 0.5);
  return [
    { name: `${name}: plan, median`, value: median(planMs), unit: 'ms', ratio: median(planMs) / bareMs },
    { name: `${name}: plan, slowest`, value: Math.max(...planMs), unit: 'ms' },
    { name: `${name}: run, median`, value: median(runMs), unit: 'ms', ratio: median(runMs) / bareMs },
    { name: `${name}: run, slowest`, value: Math.max(...runMs), unit: 'ms', budget: RUN_MS },
    { name: `${name}: released, fewest`, value: Math.min(...released), unit: `of ${LOCKS}` },
  ];
}

const server = await startRedisServer();
const redis = new Redis(server.url);
// Holding every answer to its schema is for tests.
const lockscope = await startConsole({ redisUrl: server.url, env: { LOCKSCOPE_CHECK_ANSWERS: '0' } });
try {
  const bare: number[] = [];
  const [alone, among]: [Times, Times] = [
    { planMs: [], runMs: [], released: [] },
    { planMs: [], runMs: [], released: [] },
  ];
  for (let round = 0; round < rounds; round++) {
    bare.push(await bareLoop(redis));
    await oneRound(redis, lockscope, alone);
  }
  await addOthers(redis, lockscope);
  for (let round = 0; round < rounds; round++) await oneRound(redis, lockscope, among);
  const bareMs = percentile(bare, 0.5);
  printReport({
    name: `bulk: ${LOCKS} locks of a killed process, ${rounds} rounds`,
    baseline: 'a bare loop: one compare-and-delete after the other, no console',
    figures: [
      ...figuresOf('alone', alone, bareMs),
      ...figuresOf(`among ${OTHERS.toLocaleString('en')} others`, among, bareMs),
      { name: 'baseline, median', value: bareMs, unit: 'ms', ratio: 1 },
      {
        name: `load average of one minute on ${availableParallelism()} cores`,
        value: loadavg()[0] ?? 0,
        unit: '',
      },
    ],
  });
} finally {
  await lockscope.close();
  redis.disconnect();
  await server.close();
}
