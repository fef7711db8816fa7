import { defineConfig } from 'vitest/config';

/** Tests against real lock libraries; `npm run test:interop` builds those and runs them. */
export default defineConfig({
  test: {
    name: 'interop',
    root: new URL('../..', import.meta.url).pathname,
    environment: 'node',
    include: ['e2e/interop/**/*.test.ts'],
    // Each file has servers and programs of its own, and waits for leases most of the time.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
