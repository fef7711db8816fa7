import { defineConfig } from 'vitest/config';

/** Tests against real lock libraries; `npm run test:interop` builds those and runs them. */
export default defineConfig({
  test: {
    name: 'interop',
    root: new URL('../..', import.meta.url).pathname,
    environment: 'node',
    include: ['e2e/interop/**/*.test.ts'],
    fileParallelism: false,
    // Libraries in processes of their own, on a shared machine; the summary names what needed a second attempt.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
