import { Redis } from 'ioredis';
import { USES } from '../../../lib/redis/rights';
import type { TargetConfig } from '../console';
import { REFUSED_PORT } from '../free-port';
import { type RedisServer, startRedisServer, until } from '../redis-server';
import { takeLocks } from './locks';

/** What the console can know of the locks while a fault lasts; `past` = what it read before. */
export type Knowledge = 'nothing' | 'past' | 'all';

/** What the console watches, and how it breaks. */
export type Scene = {
  targets: TargetConfig[];
  /** Called once the console has read all that it can. Resolves when the fault is there. */
  strike(): Promise<unknown>;
  close(): Promise<void>;
};

export type Fault = { name: string; knows: Knowledge; prepare(): Promise<Scene> };

/** Servers with their connections, closed together. */
function opened() {
  const closing: (() => unknown)[] = [];
  return {
    async server(args: string[] = []): Promise<{ server: RedisServer; redis: Redis }> {
      const server = await startRedisServer(args);
      const redis = new Redis(server.url);
      redis.on('error', () => {}); // most faults end it
      closing.push(
        () => redis.disconnect(),
        () => server.close(),
      );
      return { server, redis };
    },
    async close() {
      for (const each of closing) await each();
    },
  };
}

/** A server with locks that `strike` breaks. */
function struck(
  name: string,
  knows: Knowledge,
  strike: (server: RedisServer, redis: Redis) => Promise<unknown>,
  args: string[] = [],
): Fault {
  return {
    name,
    knows,
    async prepare() {
      const all = opened();
      const { server, redis } = await all.server(args);
      await takeLocks(redis);
      return {
        targets: [{ name: 'test', url: server.url }],
        strike: () => strike(server, redis),
        close: all.close,
      };
    },
  };
}

const nothing = async () => {};

/** Loads for minutes, and answers all the while that it does. */
async function load({ url }: RedisServer, redis: Redis): Promise<void> {
  await redis.call('DEBUG', 'POPULATE', '10000', 'cache', '1100');
  await redis.config('SET', 'rdbcompression', 'no', 'loading-process-events-interval-bytes', '1024');
  await redis.config('SET', 'key-load-delay', '20000');
  redis.call('DEBUG', 'RELOAD').catch(() => {}); // until the server is closed
  const other = new Redis(url, { enableReadyCheck: false });
  await until('it is loading', () =>
    other.ping().then(
      () => false,
      (error: Error) => error.message.startsWith('LOADING'),
    ),
  );
  other.disconnect();
}

async function forget(redis: Redis, password: string): Promise<void> {
  await redis.config('SET', 'requirepass', password);
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
}

export const FAULTS: Fault[] = [
  struck('down', 'past', (server) => server.stop('SIGKILL')),
  struck('frozen', 'past', async (server) => server.freeze()),
  struck('another password since', 'past', (_, redis) => forget(redis, 'another')),
  struck('loading', 'past', load, ['--enable-debug-command', 'yes']),
  struck('out of memory', 'all', (_, redis) => redis.config('SET', 'maxmemory', '100kb')),
  {
    name: 'read-only',
    knows: 'all',
    async prepare() {
      const all = opened();
      const primary = await all.server();
      await takeLocks(primary.redis);
      const { server, redis } = await all.server(['--replicaof', '127.0.0.1', String(primary.server.port)]);
      await until('the replica has the locks', () => redis.dbsize());
      return { targets: [{ name: 'test', url: server.url }], strike: nothing, close: all.close };
    },
  },
  {
    name: 'wrong password',
    knows: 'nothing',
    async prepare() {
      const all = opened();
      const { server, redis } = await all.server();
      await takeLocks(redis);
      await forget(redis, 'right');
      const url = server.url.replace('redis://', 'redis://:wrong@');
      return { targets: [{ name: 'test', url }], strike: nothing, close: all.close };
    },
  },
  {
    name: 'no Redis',
    knows: 'nothing',
    prepare: async () => ({
      targets: [{ name: 'test', url: `redis://127.0.0.1:${REFUSED_PORT}` }],
      strike: nothing,
      close: nothing,
    }),
  },
];

/** Every command that reads, as `USES` has them. */
export const READS: readonly string[] = USES.filter(({ isAction: isAct }) => !isAct).map(
  ({ command }) => command,
);

/** The connection whose account may do everything but `command`. */
const without = (command: string) => `no-${command.toLowerCase().replace(/\W|_/, '-')}`;

/** One server, and a connection for each of `commands` that its account may not run. */
export const DENIED = (commands: readonly string[]): Fault => ({
  name: 'denied',
  knows: 'all',
  async prepare() {
    const all = opened();
    const { server, redis } = await all.server();
    await takeLocks(redis);
    for (const command of commands) {
      const rules = ['on', '>secret', '~*', '&*', '+@all', `-${command.toLowerCase()}`];
      await redis.call('ACL', 'SETUSER', without(command), ...rules);
    }
    const targets = commands.map((command) => ({
      name: without(command),
      url: server.url.replace('redis://', `redis://${without(command)}:secret@`),
    }));
    return { targets, strike: nothing, close: all.close };
  },
});
