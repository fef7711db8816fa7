import type { Redis } from 'ioredis';
import type { ServerName } from '../../contract/replica';
import { ask } from './answer';
import type { AskedServer } from './server';

/** Facts that a server reports about itself; null = it does not report them, or we may not ask. */
export type NodeFacts = {
  redisVersion: string | null;
  /** The server's own name and version; null = it does not report them. */
  server: ServerName | null;
  runId: string | null;
  keys: number | null;
  role: 'primary' | 'replica' | null;
  /** All fields of the server and replication sections of INFO, by name. */
  info: ReadonlyMap<string, string>;
  /** Redis' error when INFO was refused. */
  refused: string | null;
  readAtMs: number;
};

/** Reads INFO and DBSIZE once. Rejects when the connection fails; a refusal leaves nulls. */
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

/** What a server last reported about itself. */
export type FactsBook = {
  /** null = not asked yet. */
  last(): NodeFacts | null;
  /** Asks it anew. Resolves with whether another process answers than last time; rejects when the connection fails. */
  ask(): Promise<boolean>;
  /** Time since it answered last, ms. */
  ageMs(): number;
};

export function createFactsBook({ redis, now }: Pick<AskedServer, 'redis' | 'now'>): FactsBook {
  let facts: NodeFacts | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    last: () => facts,
    async ask() {
      const before = facts?.runId ?? null;
      const fresh = await readNodeFacts(redis, now);
      const runId = fresh.runId ?? before;
      facts = { ...fresh, runId };
      readAtMs = now();
      return before !== null && runId !== before;
    },
    ageMs: () => now() - readAtMs,
  };
}

const FORKS = [
  ['valkey_version', 'Valkey'],
  ['dragonfly_version', 'Dragonfly'],
  ['keydb_version', 'KeyDB'],
] as const;

/** The server's own name and version: `redis_version` of a fork is only the Redis version it is compatible with. */
export function serverOf(info: ReadonlyMap<string, string>): ServerName | null {
  for (const [field, name] of FORKS) {
    const version = info.get(field);
    if (version) return { name, version: version.replace(/^(df-)?v/, '') };
  }
  const version = info.get('redis_version');
  return version ? { name: 'Redis', version } : null;
}

/** The fields of INFO answers, by name; a refused answer adds none. */
export function infoOf(...answers: unknown[]): Map<string, string> {
  const text = answers.map((answer) => answer ?? '').join('\n');
  return new Map([...text.matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]));
}
