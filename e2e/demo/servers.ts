import type { TargetConfig } from '../support/console';
import { type RedisServer, startRedisServer } from '../support/redis-server';

export type DemoServers = {
  shop: RedisServer;
  billing: RedisServer;
  /** Three independent servers; the last one is down. */
  quorum: RedisServer[];
  targets: TargetConfig[];
  close(): Promise<void>;
};

/** Starts the five servers of the demo; what was started is stopped when one of them fails. */
export async function startServers(): Promise<DemoServers> {
  const starts = await Promise.allSettled(Array.from({ length: 5 }, () => startRedisServer()));
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const close = async () => void (await Promise.all(running.map((server) => server.close())));
  const [shop, billing, ...quorum] = running;
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed || !shop || !billing) {
    await close();
    throw failed?.reason ?? new Error('no Redis server could be started');
  }
  await quorum.at(-1)?.stop();
  const targets = [
    { name: 'shop', environment: 'production', url: shop.url, xray: true },
    { name: 'billing', environment: 'staging', url: billing.url },
    {
      name: 'quorum',
      environment: 'staging',
      topology: 'redlock' as const,
      nodes: quorum.map(({ url }) => url),
    },
  ];
  return { shop, billing, quorum, targets, close };
}
