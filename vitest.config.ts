import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') };

/** Most tests wait for a server or a lease more than they compute. */
const WORKERS = 4;
/** What a test of these says of time is true of a machine that has little else to do. */
const TIMED = 'lib/collector/truth/**/*.test.ts';
/** Room for a machine that is busy with other things: a limit ends a test that hangs, and measures nothing. */
const limits = { testTimeout: 120_000, hookTimeout: 180_000 } as const;

const node = { environment: 'node', ...limits } as const;

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
          setupFiles: 'e2e/support/component-setup.ts',
          ...limits,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
