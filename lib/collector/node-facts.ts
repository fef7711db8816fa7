import type { Redis } from 'ioredis';

/** What a server says about itself; null = it does not say, or we may not ask. */
export type NodeFacts = { redisVersion: string | null; runId: string | null; keys: number | null };

/** Asks INFO and DBSIZE once. Rejects when the connection fails; a refusal leaves nulls. */
export async function readNodeFacts(redis: Redis): Promise<NodeFacts> {
  const [info, keys] = await Promise.all([allowed(redis.info('server')), allowed(redis.dbsize())]);
  const field = (name: string) => info?.match(new RegExp(`^${name}:(.*?)\\r?$`, 'm'))?.[1] ?? null;
  return { redisVersion: field('redis_version'), runId: field('run_id'), keys };
}

async function allowed<T>(reply: Promise<T>): Promise<T | null> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Error && error.name === 'ReplyError') return null;
    throw error;
  }
}
