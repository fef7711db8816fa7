import type { Redis } from 'ioredis';
import type { RightCost } from '../contract/node-codes';
import type { MissingRight } from '../contract/nodes';
import { isRefusal } from './key-reply';

/** One command of the console. `probe` = arguments with which it has no effect, on a key that does not exist. */
type RightUse = {
  command: string;
  costs: RightCost;
  probe?: readonly string[];
  since?: number;
  isAction?: true;
};

/** `is` = null: there was no answer in time. */
export type TriedUse = { use: RightUse; is: UseOutcome | null };

/**
 * What Redis replied to a use: `elsewhere` = this user may run it, but not on the key or channel that was tried; `absent` = the
 * server has no such command. What it refused for other reasons is `allowed`: rights are checked first.
 */
type UseOutcome = 'allowed' | 'denied' | 'elsewhere' | 'absent';

const KEY = 'lockscope_rights_probe';
const NO_SCRIPT = '0'.repeat(40);
const reads = (costs: RightCost, ...commands: [command: string, ...args: string[]][]): RightUse[] =>
  commands.map(([command, ...probe]) => ({ command, costs, probe }));

/**
 * What the console asks of Redis, and what is lost without it: the source of the connection self-test, the `ACL SETUSER`
 * lines and the list in the README. A use without `probe` is proven by the connection itself or reported by its own part.
 */
export const USES: readonly RightUse[] = [
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
    ([command, ...probe]): RightUse => ({ command, costs: 'waiters', probe, since: 7 }),
  ),
  ...['EVALSHA_RO', 'EVAL_RO'].map(
    (command): RightUse => ({
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
  ...['CLIENT|TRACKING', 'SUBSCRIBE', 'PSUBSCRIBE'].map(
    (command): RightUse => ({ command, costs: 'events' }),
  ),
  ...['EVALSHA', 'EVAL'].map(
    (command): RightUse => ({
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

/**
 * Tries every use of the console now, those without a probe too: `events` goes into subscriber mode for it, and an empty
 * message goes to the channel of the probe. `acts` = whether what releases and extends is tried: it has no effect. Needs
 * connections of its own. Rejects when a connection fails before it is the turn of the acts, and when the server refuses every
 * command for now.
 */
export async function tryEverything(commands: Redis, events: Redis, acts: boolean): Promise<TriedUse[]> {
  const reading = USES.filter(({ isAction }) => !isAction);
  const acting = USES.filter(({ isAction }) => isAction);
  const tried = [...(await tryUses(commands, reading)), ...(await trySelf(events, reading))];
  if (!acts) return tried;
  try {
    return [...tried, ...(await tryUses(commands, acting)), ...(await trySelf(commands, acting))];
  } catch {
    // A server that takes no writes for a while keeps them all waiting.
    return [...tried, ...acting.map((use) => ({ use, is: null }))];
  }
}

/** Uses without a probe, each in the way in which it has no effect. */
const SELF: Record<string, (redis: Redis) => Promise<unknown>> = {
  'CLIENT|TRACKING': (redis) => redis.call('CLIENT', 'TRACKING', 'OFF'),
  SUBSCRIBE: (redis) => redis.subscribe(KEY),
  PSUBSCRIBE: (redis) => redis.psubscribe(KEY),
  PUBLISH: (redis) => redis.publish(KEY, ''),
};

async function trySelf(redis: Redis, uses: readonly RightUse[]): Promise<TriedUse[]> {
  const tried: TriedUse[] = [];
  for (const use of uses) {
    const self = SELF[use.command];
    if (!self) continue;
    const error = await self(redis).then(
      () => null,
      (reason: Error) => reason,
    );
    if (error && !isRefusal(error)) throw error;
    tried.push({ use, is: outcomeOf(error?.message ?? '') });
  }
  return tried;
}

/**
 * Tries those of these uses that have a probe, once each. Rejects when the connection fails, and when the server refuses
 * every command for now.
 */
async function tryUses(redis: Redis, uses: readonly RightUse[]): Promise<TriedUse[]> {
  const tried = uses.filter(({ probe }) => probe);
  const pipeline = redis.pipeline();
  for (const { command, probe = [] } of tried) {
    const [name = '', ...sub] = command.split('|');
    pipeline.call(name, ...sub, ...probe);
  }
  const replies = (await pipeline.exec()) ?? [];
  return tried.map((use, i) => {
    const error = replies[i]?.[0];
    if (error && !isRefusal(error)) throw error;
    return { use, is: outcomeOf(error?.message ?? '') };
  });
}

/** What the text of an error reply says of a right; '' = there was no error. */
function outcomeOf(message: string): UseOutcome {
  if (/^NOPERM .*(?:run the|command)/.test(message)) return 'denied';
  if (message.startsWith('NOPERM ')) return 'elsewhere';
  return /unknown (?:sub)?command/i.test(message) ? 'absent' : 'allowed';
}

/** A command as people write it: `MEMORY USAGE`. */
export function commandName({ command }: Pick<RightUse, 'command'>): string {
  return command.replace('|', ' ');
}

async function refusedOf(redis: Redis, uses: readonly RightUse[]): Promise<MissingRight[]> {
  const tried = await tryUses(redis, uses);
  return tried.flatMap(({ use, is }) =>
    is === 'denied' ? [{ command: commandName(use), costs: use.costs }] : [],
  );
}
