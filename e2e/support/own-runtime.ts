import type { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import type { Lock } from '../../lib/contract/lock';
import type { Runtime } from '../../lib/server/runtime/types';
import { startRuntime } from './a-runtime';
import { fileServer } from './file-server';

export type OwnRuntime = {
  readonly runtime: Runtime;
  readonly redis: Redis;
  /** The lock under this key, as it is known now. */
  lockOf(key: string): Lock | undefined;
  /** Codes of its findings. */
  codesOf(key: string): string[];
};

/** A runtime on a server that nobody else uses, for all tests of a file; the members are there once these run. */
export function ownRuntime(): OwnRuntime {
  const own = fileServer();
  let runtime: Runtime;
  beforeAll(async () => {
    runtime = await startRuntime(own.server.url);
  });
  afterAll(() => runtime.close());
  const lockOf = (key: string) => runtime.locks().find((lock) => lock.key.text === key);
  return {
    get runtime() {
      return runtime;
    },
    get redis() {
      return own.redis;
    },
    lockOf,
    codesOf: (key) => lockOf(key)?.findings.map(({ code }) => code) ?? [],
  };
}
