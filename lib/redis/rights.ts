import type { Redis } from 'ioredis';
import type { RightCost } from '../contract/node-codes';
import type { MissingRight } from '../contract/nodes';
import { isRefusal } from './key-reply';

/** One command of the console. `probe` = arguments with which it has no effect, on a key that does not exist. */
type Use = { command: string; costs: RightCost; probe?: readonly string[]; since?: number; isAction?: true };

const KEY = 'lockscope_rights_probe';
const NO_SCRIPT = '0'.repeat(40);
const reads = (costs: RightCost, ...commands: [command: string, ...args: string[]][]): Use[] =>
  commands.map(([command, ...probe]) => ({ command, costs, probe }));

/**
 * What the console asks of Redis, and what is lost without it: the source of the connection self-test, the `ACL SETUSER`
 * lines and the list in the README. A use without `probe` is proven by the connection itself or reported by its own part.
 */
export const USES: readonly Use[] = [
  ...reads('discovery', ['SCAN', '0', 'COUNT', '1']),
  ...reads('every-lock', ['TYPE', KEY], ['PTTL', KEY]),
  ...reads('strings', ['GETRANGE', KEY, '0', '0'], ['STRLEN', KEY]),
  ...reads('hashes', ['HGETALL', KEY], ['HLEN', KEY], ['HSCAN', KEY, '0']),
  ...reads('sorted-sets', ['ZRANGE', KEY, '0', '0'], ['ZCARD', KEY]),
  ...reads('lists', ['LRANGE', KEY, '0', '0'], ['LLEN', KEY]),
  ...reads('sets', ['SSCAN', KEY, '0'], ['SCARD', KEY]),
  ...reads('heartbeats', ['GET', KEY]),
  ...reads('large-values', ['MEMORY|USAGE', KEY]),
  ...reads('last-try', ['OBJECT|IDLETIME', KEY]),
  ...reads('waiters', ['PUBSUB|NUMSUB', KEY], ['PUBSUB|CHANNELS', KEY]),
  ...[['PUBSUB|SHARDNUMSUB', KEY] as const, ['PUBSUB|SHARDCHANNELS', KEY] as const].map(
    ([command, ...probe]): Use => ({ command, costs: 'waiters', probe, since: 7 }),
  ),
  ...['EVALSHA_RO', 'EVAL_RO'].map(
    (command): Use => ({
      ...{ command, costs: 'more-commands', since: 7 },
      probe: [command === 'EVAL_RO' ? '' : NO_SCRIPT, '0'],
    }),
  ),
  ...reads(
    'facts',
    ['INFO', 'server'],
    ['TIME'],
    ['DBSIZE'],
    ['CONFIG|GET', 'maxmemory'],
    ['SCRIPT|EXISTS', NO_SCRIPT],
  ),
  ...reads('events', ['EXISTS', KEY]),
  ...['CLIENT|TRACKING', 'SUBSCRIBE', 'PSUBSCRIBE'].map((command): Use => ({ command, costs: 'events' })),
  ...['EVALSHA', 'EVAL'].map(
    (command): Use => ({
      command,
      costs: 'acts',
      probe: [command === 'EVAL' ? '' : NO_SCRIPT, '0'],
      isAction: true,
    }),
  ),
  { command: 'DEL', costs: 'acts', probe: [KEY], isAction: true },
  { command: 'PEXPIRE', costs: 'acts', probe: [KEY, '1'], isAction: true },
  { command: 'HDEL', costs: 'acts', probe: [KEY, KEY], isAction: true },
  { command: 'ZREM', costs: 'acts', probe: [KEY, KEY], isAction: true },
  { command: 'PUBLISH', costs: 'wake-ups', isAction: true },
];

/**
 * Tries every read command once, on a key that does not exist, and resolves with those that this user may not run: [] = all
 * are permitted. Rejects when the connection fails.
 */
export function missingReads(redis: Redis): Promise<MissingRight[]> {
  return refusedOf(
    redis,
    USES.filter(({ isAction: isAct }) => !isAct),
  );
}

/**
 * The same for the commands that release and extend; they have no effect there. Needs a dedicated connection: a server that
 * accepts no writes for a while blocks everything behind them.
 */
export async function missingActions(redis: Redis): Promise<MissingRight[]> {
  const [scripts, commands] = [true, false].map((isScript) =>
    USES.filter(({ isAction: isAct, command }) => isAct && command.startsWith('EVAL') === isScript),
  );
  const refused = await refusedOf(redis, scripts ?? []);
  // Without the right to run scripts no action works.
  return refused.length > 0 ? refused : refusedOf(redis, commands ?? []);
}

async function refusedOf(redis: Redis, uses: readonly Use[]): Promise<MissingRight[]> {
  const tried = uses.filter(({ probe }) => probe);
  const pipeline = redis.pipeline();
  for (const { command, probe = [] } of tried) {
    const [name = '', ...sub] = command.split('|');
    pipeline.call(name, ...sub, ...probe);
  }
  const replies = (await pipeline.exec()) ?? [];
  return tried.flatMap(({ command, costs }, i) => {
    const error = replies[i]?.[0];
    if (error && !isRefusal(error)) throw error;
    const isMissing = /^NOPERM .*(?:run the|command)/.test(error?.message ?? '');
    return isMissing ? [{ command: command.replace('|', ' '), costs }] : [];
  });
}
