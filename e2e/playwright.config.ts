import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/build-once.ts',
  // Most tests wait for a lease, a page or a server more than they compute.
  workers: 3,
  // A second attempt hides what is wrong.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // Room for a machine that is busy with other things, as in vitest.config.ts.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Recording costs as much as the tests themselves.
    trace: process.env.LOCKSCOPE_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.LOCKSCOPE_CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
