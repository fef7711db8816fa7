import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const alias = { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') };

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'lib',
          environment: 'node',
          include: ['lib/**/*.test.ts', 'bin/**/*.test.{ts,mjs}', 'e2e/architecture.test.ts'],
          globalSetup: ['e2e/support/shared-redis.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
        },
      },
      {
        plugins: [react()],
        resolve: { alias },
        test: { name: 'components', environment: 'jsdom', include: ['components/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
