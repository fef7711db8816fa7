import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') };

/** Most tests wait for a server or a lease more than they compute. */
const WORKERS = 4;
/** What a test of these says of time is true of a machine that has little else to do. */
const TIMED = 'lib/collector/truth/**/*.test.ts';
/** On a shared machine a test may be starved: it has a second attempt, and the summary names it. */
const retry = process.env.CI ? 1 : 0;

const node = {
  environment: 'node',
  globalSetup: 'e2e/support/shared-redis.ts',
  testTimeout: 20_000,
  hookTimeout: 20_000,
  retry,
} as const;

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          ...node,
          name: 'lib',
          include: ['lib/**/*.test.ts', 'bin/**/*.test.{ts,mjs}', 'e2e/architecture.test.ts'],
          exclude: [TIMED],
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
      {
        resolve: { alias },
        test: { ...node, name: 'timed', include: [TIMED], maxWorkers: 2, sequence: { groupOrder: 1 } },
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
          testTimeout: 20_000,
          maxWorkers: WORKERS,
          retry,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
