import { Redis, type RedisOptions } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { type RedisServer, startRedisServer } from './redis-server';

export type FileServer = {
  readonly server: RedisServer;
  /** Its errors are silent: tests break it. */
  readonly redis: Redis;
};

/** A server for all tests of a file, or of the `describe` that asks for it. Both members are there once these run. */
export function fileServer(options: RedisOptions = {}): FileServer {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedisServer();
    redis = new Redis(server.url, options);
    redis.on('error', () => {});
  });
  afterAll(async () => {
    redis.disconnect();
    await server.close();
  });
  return {
    get server() {
      return server;
    },
    get redis() {
      return redis;
    },
  };
}
