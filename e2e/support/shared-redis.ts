import type { TestProject } from 'vitest/node';
import { startRedisServer } from './redis-server';

declare module 'vitest' {
  export interface ProvidedContext {
    redisUrl: string;
  }
}

/** One Redis for all tests of a run that do not need a server of their own; each test uses keys of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startRedisServer();
  project.provide('redisUrl', server.url);
  return () => server.close();
}
