import type { Redis } from 'ioredis';
import { ask } from './answer';

/** What a server says about itself; null = it does not say, or we may not ask. */
export type NodeFacts = {
  redisVersion: string | null;
  runId: string | null;
  keys: number | null;
  role: 'primary' | 'replica' | null;
  /** Everything INFO said of the server and of replication, by name. */
  info: ReadonlyMap<string, string>;
  /** Redis' own words when INFO was refused. */
  refused: string | null;
  readAtMs: number;
};

/** Asks INFO and DBSIZE once. Rejects when the connection fails; a refusal leaves nulls. */
export async function readNodeFacts(redis: Redis, now: () => number): Promise<NodeFacts> {
  const [server, replication, keys] = await Promise.all([
    ask(redis.info('server')),
    ask(redis.info('replication')),
    ask(redis.dbsize()),
  ]);
  const info = infoOf(server.value, replication.value);
  const role = { master: 'primary', slave: 'replica' } as const;
  return {
    redisVersion: info.get('redis_version') ?? null,
    runId: info.get('run_id') ?? null,
    keys: typeof keys.value === 'number' ? keys.value : null,
    role: role[info.get('role') as keyof typeof role] ?? null,
    info,
    refused: replication.refused ?? server.refused ?? null,
    readAtMs: now(),
  };
}

/** The fields of answers of INFO, by name; nothing of one that was refused. */
export function infoOf(...answers: unknown[]): Map<string, string> {
  const text = answers.map((answer) => answer ?? '').join('\n');
  return new Map([...text.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]));
}
