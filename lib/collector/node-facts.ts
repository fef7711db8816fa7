import type { Redis } from 'ioredis';

/** What a server says about itself; null = it does not say, or we may not ask. */
export type NodeFacts = {
  redisVersion: string | null;
  runId: string | null;
  keys: number | null;
  role: 'primary' | 'replica' | null;
};

/** Asks INFO and DBSIZE once. Rejects when the connection fails; a refusal leaves nulls. */
export async function readNodeFacts(redis: Redis): Promise<NodeFacts> {
  const [server, replication, keys] = await Promise.all([
    allowed(redis.info('server')),
    allowed(redis.info('replication')),
    allowed(redis.dbsize()),
  ]);
  const info = `${server}\n${replication}`;
  const field = (name: string) => info.match(new RegExp(`^${name}:(.*?)\\r?$`, 'm'))?.[1] ?? null;
  const role = { master: 'primary', slave: 'replica' } as const;
  return {
    redisVersion: field('redis_version'),
    runId: field('run_id'),
    keys,
    role: role[field('role') as keyof typeof role] ?? null,
  };
}

async function allowed<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') return null;
    throw error;
  }
}
