import { test as base, expect } from '@playwright/test';
import { Redis } from 'ioredis';
import { type ConsoleOptions, type RunningConsole, startConsole } from './console';
import { type RedisServer, startRedisServer } from './redis-server';
import { usablePage } from './usable-page';
import { endWorkers } from './worker';

type Fixtures = {
  /** A Redis of this test's own. */
  server: RedisServer;
  redis: Redis;
  /** What the console's one target is, on top of its name `test` and its URL. */
  target: Record<string, unknown>;
  consoleOptions: Partial<ConsoleOptions>;
  /** A console that watches `server`; `page` navigates relative to it. */
  lockscope: RunningConsole;
};

export const test = base.extend<Fixtures>({
  ...usablePage,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  server: async ({}, use) => {
    const server = await startRedisServer();
    await use(server);
    await endWorkers();
    await server.close();
  },
  redis: async ({ server }, use) => {
    const redis = new Redis(server.url);
    redis.on('error', () => {}); // some tests stop the server
    await use(redis);
    redis.disconnect();
  },
  target: [{}, { option: true }],
  consoleOptions: [{}, { option: true }],
  lockscope: async ({ server, target, consoleOptions }, use, info) => {
    const targets = [{ name: 'test', url: server.url, ...target }];
    const running = await startConsole({ targets, ...consoleOptions });
    await use(running);
    if (info.status !== info.expectedStatus) await info.attach('console log', { body: running.logs() });
    await running.close();
  },
  baseURL: async ({ lockscope }, use) => {
    await use(lockscope.url);
  },
});

export { expect };
