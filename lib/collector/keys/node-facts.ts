import type { Redis } from 'ioredis';
import type { ServerName } from '../../contract/replica';
import { ask } from './answer';

/** What a server says about itself; null = it does not say, or we may not ask. */
export type NodeFacts = {
  redisVersion: string | null;
  /** The server and its version by their own names; null = it does not say. */
  server: ServerName | null;
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
    server: serverOf(info),
    runId: info.get('run_id') ?? null,
    keys: typeof keys.value === 'number' ? keys.value : null,
    role: role[info.get('role') as keyof typeof role] ?? null,
    info,
    refused: replication.refused ?? server.refused ?? null,
    readAtMs: now(),
  };
}

const FORKS = [
  ['valkey_version', 'Valkey'],
  ['dragonfly_version', 'Dragonfly'],
  ['keydb_version', 'KeyDB'],
] as const;

/** What a server calls itself: `redis_version` of a fork is only the Redis that it is compatible with. */
export function serverOf(info: ReadonlyMap<string, string>): ServerName | null {
  for (const [field, name] of FORKS) {
    const version = info.get(field);
    if (version) return { name, version: version.replace(/^(df-)?v/, '') };
  }
  const version = info.get('redis_version');
  return version ? { name: 'Redis', version } : null;
}

/** The fields of answers of INFO, by name; nothing of one that was refused. */
export function infoOf(...answers: unknown[]): Map<string, string> {
  const text = answers.map((answer) => answer ?? '').join('\n');
  return new Map([...text.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]));
}
