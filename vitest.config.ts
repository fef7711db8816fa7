import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliasOfIoredis5, onIoredis5, wantsIoredis5 } from './bin/ioredis.mjs';
import { pureTestsIn } from './e2e/support/test-projects.ts';

const ours = { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') };
const ioredis5 = { alias: { ...ours, ...aliasOfIoredis5 }, env: onIoredis5 };
const { alias, env } = wantsIoredis5() ? ioredis5 : { alias: ours, env: {} };

/** Most tests wait for a server or a lease more than they compute. */
const WORKERS = 6;
/** What is long by nature also computes: races, torture, a million keys. */
const LONG_WORKERS = 4;
/** What a test of these says of time is true of a machine that has little else to do. */
const TRUTH = ['lib/collector/truth/**/*.test.ts', 'bin/pack/*.long.test.mjs'];
/** Long by nature: `npm run test:long`. */
const LONG = ['lib/locks/faults/**/*.test.ts', '{lib,bin}/**/*.long.test.{ts,mjs}'];
const PURE = pureTestsIn(['lib', 'bin', 'e2e']);
/** Room for a machine that is busy with other things: a limit ends a test that hangs, and measures nothing. */
const limits = { testTimeout: 120_000, hookTimeout: 180_000 } as const;
/** What the lock client promises of each kind of lock: it is tested on the older ioredis too. */
const CONTRACT = [
  ...['mutex', 'reentrant', 'fair', 'read-write', 'fenced', 'semaphore', 'multi-lock', 'redlock'],
  ...['timestamp', 'exclusive-kinds', 'waiting', 'lost', 'blocked-loop', 'cluster', 'sent-twice'],
  'ioredis-version',
].map((name) => `lib/locks/{core,kinds}/**/${name}.test.ts`);

const node = { environment: 'node', ...limits } as const;

export default defineConfig({
  resolve: { alias },
  test: {
    // What a provider in a test says of being one in a test.
    onConsoleLog: (log) => !log.startsWith('oidc-provider '),
    projects: [
      {
        resolve: { alias },
        test: {
          ...node,
          name: 'pure',
          // None keeps anything in a module but what it was given; a world for each file would cost more than the tests.
          isolate: false,
          env,
          include: PURE,
          exclude: LONG,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { alias },
        test: {
          ...node,
          name: 'redis',
          // As above: servers, clients and consoles belong to the file that asks for them, and end with it.
          isolate: false,
          setupFiles: 'e2e/support/no-connection-left.ts',
          env,
          include: ['{lib,bin}/**/*.test.{ts,mjs}'],
          exclude: [...PURE, ...LONG, ...TRUTH],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { alias },
        test: {
          ...node,
          name: 'faults',
          env,
          include: LONG,
          exclude: TRUTH,
          maxWorkers: LONG_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias: ioredis5.alias },
        test: {
          ...node,
          name: 'ioredis-5',
          env: ioredis5.env,
          include: CONTRACT,
          maxWorkers: LONG_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        resolve: { alias },
        test: { ...node, name: 'truth', include: TRUTH, maxWorkers: 2, sequence: { groupOrder: 2 } },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          name: 'components',
          environment: 'jsdom',
          // None keeps anything in a module; a world of its own for each would take three times as long.
          isolate: false,
          include: ['components/**/*.test.{ts,tsx}'],
          setupFiles: 'e2e/support/component-setup.ts',
          ...limits,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
