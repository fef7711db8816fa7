import { type RedisServer, startRedisServer } from '../../support/redis-server';

/** Runs `work` with `count` fresh servers of its own, which end with it. */
export async function withServers<T>(
  count: number,
  work: (urls: string[], servers: RedisServer[]) => Promise<T>,
): Promise<T> {
  const servers = await Promise.all(Array.from({ length: count }, () => startRedisServer()));
  try {
    return await work(
      servers.map(({ url }) => url),
      servers,
    );
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}
