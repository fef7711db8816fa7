import { afterAll } from 'vitest';
import { startRedisServer } from './redis-server';

const server = await startRedisServer();
afterAll(() => server.close());

/**
 * URL of a Redis that only the tests of this file use. Keys can be made unique, but channels, pattern subscriptions, ACL
 * users and server statistics are global: two files on one server see each other's.
 */
export const redisUrl: string = server.url;
