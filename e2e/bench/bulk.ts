/**
 * Everything that a killed process holds, 500 locks, freed by one act: its plan and its run, as whoever asks over HTTP sees
 * them, alone and among 10,000 locks of others (`--rounds N`, default 5; `--alone` leaves those out), and what both cost. Baseline, `one by one`: the same
 * locks deleted by one compare-and-delete after the other on one connection, with no console, no evidence and no audit.
 */
import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { Redis } from 'ioredis';
import { BulkLine, type BulkPlan } from '../../lib/contract/bulk';
import type { NodeStatus } from '../../lib/contract/nodes';
import { planned } from '../../lib/domain/actions/bulk';
import { type Figure, percentile, printReport } from '../support/bench-report';
import { commandsSent } from '../support/commands-sent';
import { type RunningConsole, startConsole } from '../support/console';
import { killedProcess } from '../support/killed-process';
import { startRedisServer, until } from '../support/redis-server';
import { bulkTransactions } from './bulk/transactions';

const LOCKS = 500;
const OTHERS = 10_000;
const REST_MS = 10_000;
/** A busy machine takes its time to read so many new locks. */
const KNOWN_MS = 240_000;
/** Done when 5 of the feature: so many locks of a killed process are freed in this time. */
const RUN_MS = 2_000;
const COMPARE_AND_DELETE =
  "if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return redis.call('DEL', KEYS[1]) end return 0";

const at = process.argv.indexOf('--rounds');
const rounds = at > 0 ? Number(process.argv[at + 1]) : 5;
const isAlone = process.argv.includes('--alone');
if (!(rounds > 0)) throw new Error('--rounds must be a number above 0');

/** One entry a round; `planCommands` and `runCommands` were sent to Redis meanwhile. */
type Times = Record<'planMs' | 'runMs' | 'released' | 'planCommands' | 'runCommands', number[]>;

const noTimes = (): Times => ({ planMs: [], runMs: [], released: [], planCommands: [], runCommands: [] });

function ask(lockscope: RunningConsole, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(lockscope.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Of an answer that is none, its text says why. */
async function answered(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return text;
}

async function oneRound(
  redis: Redis,
  lockscope: RunningConsole,
  others: number,
  times: Times,
): Promise<void> {
  const { keys, ref } = await killedProcess(redis, lockscope, LOCKS, 'job', KNOWN_MS);
  await rested(lockscope, others + LOCKS);
  const before = await commandsSent(redis);
  const plannedAt = performance.now();
  const plan = JSON.parse(
    await answered(await ask(lockscope, '/api/bulk/preview', { holder: ref })),
  ) as BulkPlan;
  const startedAt = performance.now();
  const between = await commandsSent(redis);
  const items = planned(plan.items).map(({ id, seen }) => ({ id, seen }));
  const run = { items, count: items.length, reason: 'killed', scope: ref };
  const sentAt = performance.now();
  const lines = (await answered(await ask(lockscope, '/api/bulk/release', run))).trim().split('\n');
  const endedAt = performance.now();
  const last = BulkLine.parse(JSON.parse(lines.at(-1) ?? ''));
  times.released.push('end' in last ? last.end.counts.released : 0);
  times.planMs.push(startedAt - plannedAt);
  times.runMs.push(endedAt - sentAt);
  times.planCommands.push(between - before);
  times.runCommands.push((await commandsSent(redis)) - between);
  await redis.del(...keys);
}

const bareKeys = Array.from({ length: LOCKS }, (_, n) => `bare:${n}:counter`);

async function addBare(redis: Redis): Promise<void> {
  const pipeline = redis.pipeline();
  for (const key of bareKeys) pipeline.hset(key, 'token', 1);
  await pipeline.exec();
}

async function bareLoop(redis: Redis): Promise<number> {
  await addBare(redis);
  const startedAt = performance.now();
  for (const key of bareKeys) await redis.eval(COMPARE_AND_DELETE, 1, key, 'token');
  return performance.now() - startedAt;
}

async function barePipeline(redis: Redis): Promise<number> {
  await addBare(redis);
  const startedAt = performance.now();
  const pipeline = redis.pipeline();
  for (const key of bareKeys) pipeline.eval(COMPARE_AND_DELETE, 1, key, 'token');
  await pipeline.exec();
  return performance.now() - startedAt;
}

/**
 * Reading new locks spends the budget, which an act some time later does not pay for. What it has borrowed, a second's worth at
 * most, is back within `REST_MS`; where it is busy with known locks all the time it is never seen to rest.
 */
async function rested({ url }: RunningConsole, held: number): Promise<void> {
  const nodesNow = async () => {
    const { nodes } = (await (await fetch(`${url}/api/nodes`)).json()) as { nodes: NodeStatus[] };
    return nodes;
  };
  await until(
    'the locks are known',
    async () => (await nodesNow()).every((node) => node.held >= held),
    240_000,
  );
  const latestAt = performance.now() + REST_MS;
  const isRested = ({ cost }: NodeStatus) => cost.commandsPerSecond < cost.budgetPerSecond / 2;
  await until(
    'the budget is whole',
    async () => performance.now() > latestAt || (await nodesNow()).every(isRested),
    2 * REST_MS,
  );
}

async function addOthers(redis: Redis, lockscope: RunningConsole): Promise<void> {
  const pipeline = redis.pipeline();
  for (let n = 0; n < OTHERS; n++)
    pipeline.hset(`other:${n}:lock`, `${randomUUID()}:1`, '1').pexpire(`other:${n}:lock`, 3_600_000);
  await pipeline.exec();
  await rested(lockscope, OTHERS);
}

function figuresOf(name: string, times: Times, bareMs: number): Figure[] {
  const { planMs, runMs, released } = times;
  const median = (values: readonly number[]) => percentile(values, 0.5);
  const bothMs = planMs.map((ms, round) => ms + (runMs[round] ?? Number.NaN));
  return [
    { name: `${name}: plan, median`, value: median(planMs), unit: 'ms', ratio: median(planMs) / bareMs },
    { name: `${name}: run, median`, value: median(runMs), unit: 'ms', ratio: median(runMs) / bareMs },
    { name: `${name}: run, slowest`, value: Math.max(...runMs), unit: 'ms', budget: RUN_MS },
    { name: `${name}: both, median`, value: median(bothMs), unit: 'ms', ratio: median(bothMs) / bareMs },
    { name: `${name}: run for each lock, median`, value: median(runMs) / LOCKS, unit: 'ms' },
    { name: `${name}: released, fewest`, value: Math.min(...released), unit: `of ${LOCKS}` },
    { name: `${name}: commands of the plan, median`, value: median(times.planCommands), unit: '' },
    { name: `${name}: commands of the run, median`, value: median(times.runCommands), unit: '' },
  ];
}

const server = await startRedisServer();
const redis = new Redis(server.url);
// Holding every answer to its schema is for tests.
const lockscope = await startConsole({ redisUrl: server.url, env: { LOCKSCOPE_CHECK_ANSWERS: '0' } });
try {
  const bare: number[] = [];
  const piped: number[] = [];
  const [alone, among] = [noTimes(), noTimes()];
  for (let round = 0; round < rounds; round++) {
    bare.push(await bareLoop(redis));
    piped.push(await barePipeline(redis));
    await oneRound(redis, lockscope, 0, alone);
  }
  if (!isAlone) await addOthers(redis, lockscope);
  for (let round = 0; round < rounds && !isAlone; round++) await oneRound(redis, lockscope, OTHERS, among);
  const [bareMs, pipedMs] = [percentile(bare, 0.5), percentile(piped, 0.5)];
  printReport({
    name: `bulk: ${LOCKS} locks of a killed process, ${rounds} rounds`,
    baseline: 'one by one: one compare-and-delete after the other, no console',
    figures: [
      ...figuresOf('alone', alone, bareMs),
      ...(isAlone ? [] : figuresOf(`among ${OTHERS.toLocaleString('en')} others`, among, bareMs)),
      {
        name: 'transactions of the audit in a run',
        value: await bulkTransactions(server.url, LOCKS),
        unit: '',
      },
      { name: 'one by one, median', value: bareMs, unit: 'ms', ratio: 1 },
      { name: 'the same in one pipeline, median', value: pipedMs, unit: 'ms', ratio: pipedMs / bareMs },
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
