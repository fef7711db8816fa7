import { test as base, expect } from '@playwright/test';
import { call } from '../../lib/api/http';
import { startConsole } from '../support/console';
import { type RedisServer, startRedisServer, until } from '../support/redis-server';
import { usablePage } from '../support/usable-page';
import { endWorkers } from '../support/worker';
import { asTold, watchLag } from './lag';
import { DURABLE } from './restart';
import { playIncident } from './script';
import type { Truth } from './truth';

/** The incident is over and stored. */
export type Incident = {
  url: string;
  truth: Truth;
  /** Whole tens of seconds around it, as charts are asked. */
  range: { fromMs: number; toMs: number };
  /** For how long at most console and Redis did not run after something happened, ms: the accounts are wider by that. */
  lagMs: number;
};

const WATCHED_MS = 3_000;
const BUCKET_MS = 10_000;
const STORED_MS = 40_000;

export const test = base.extend<object, { incident: Incident }>({
  ...usablePage,
  incident: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const server = await startRedisServer(DURABLE);
      try {
        await withConsole(server, use);
      } finally {
        await endWorkers();
        await server.close();
      }
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ incident }, use) => {
    await use(incident.url);
  },
});

export { expect };

async function withConsole(server: RedisServer, use: (incident: Incident) => Promise<void>): Promise<void> {
  const { url, close } = await startConsole({ targets: [{ name: 'test', url: server.url }] });
  try {
    await watching(url);
    const lag = watchLag(url, server.url);
    const played = await playIncident(server, url).finally(lag.stop);
    const range = {
      fromMs: Math.floor(played.fromMs / BUCKET_MS) * BUCKET_MS,
      toMs: Math.ceil(played.toMs / BUCKET_MS) * BUCKET_MS,
    };
    await stored(url, range.toMs);
    const ends = played.holds.flatMap(({ from, to }) => [from.latestMs, to.latestMs]);
    const lagMs = Math.max(...ends.map((atMs) => lag.after(atMs)));
    await use({ url, truth: asTold(played, lag), range, lagMs });
  } finally {
    await close();
  }
}

/** It looks at everything, and has counted who waits. */
async function watching(url: string): Promise<void> {
  await until('the console has watched for a while', async () => {
    const { nowMs } = await call('GET /api/overview', { base: url });
    const query = { from: Math.floor(nowMs) - 60_000, to: Math.floor(nowMs) };
    const { gaps, points } = await call('GET /api/history/series', { base: url, query });
    return points.some(({ covered }) => covered > 0) && (gaps.at(-1)?.toMs ?? 0) < nowMs - WATCHED_MS;
  });
}

/** Families are written with the bucket after. */
async function stored(url: string, toMs: number): Promise<void> {
  const isStored = async () => {
    const { writtenAtMs, queued } = await call('GET /api/history/status', { base: url });
    return queued === 0 && writtenAtMs !== null && writtenAtMs > toMs + 2_000;
  };
  await until('everything is stored', isStored, STORED_MS);
}
