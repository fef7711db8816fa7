import { Redis, type RedisOptions } from 'ioredis';
import type { TestContext } from 'vitest';
import { type RedisServer, startRedisServer } from './redis-server';

export type OwnServer = {
  server: RedisServer;
  /** A connection that is closed when the test ends. Its errors are silent: the test breaks it. */
  connect(options?: RedisOptions): Redis;
};

/** A server for one test, for what would disturb others; it is gone when the test ends. `args` as in `startRedisServer`. */
export async function ownServer(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  args: string[] = [],
): Promise<OwnServer> {
  const server = await startRedisServer(args);
  const opened: Redis[] = [];
  onTestFinished(async () => {
    for (const redis of opened) redis.disconnect();
    await server.close();
  });
  return {
    server,
    connect(options = {}) {
      const redis = new Redis({ host: '127.0.0.1', port: server.port, ...options });
      redis.on('error', () => {});
      opened.push(redis);
      return redis;
    },
  };
}
