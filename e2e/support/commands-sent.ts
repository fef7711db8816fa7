import type { Redis } from 'ioredis';

/** Commands that acts and readings are made of, as `commandstats` names them. */
export const ACT_COMMANDS = ['evalsha', 'eval'];
const SENT = [
  ...ACT_COMMANDS,
  ...['evalsha_ro', 'eval_ro'],
  ...['pubsub|numsub', 'pubsub|shardnumsub', 'pubsub|shardchannels', 'ping'],
];

/** How often Redis was sent these commands since it began; those inside of scripts have other names. */
export async function commandsSent(redis: Redis, names: readonly string[] = SENT): Promise<number> {
  const calls = [...(await redis.info('commandstats')).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)];
  return calls.reduce((sum, [, name = '', count]) => sum + (names.includes(name) ? Number(count) : 0), 0);
}
