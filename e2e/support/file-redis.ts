import { afterAll } from 'vitest';
import { startRedisServer } from './redis-server';

/**
 * URL of a Redis that only the tests of the calling file use; it ends with them. Keys can be made unique, but channels,
 * pattern subscriptions, ACL users and server statistics are global: two files on one server see each other's.
 */
export async function fileRedis(): Promise<string> {
  const server = await startRedisServer();
  afterAll(() => server.close());
  return server.url;
}
