/**
 * From a change in Redis to a pixel on the page: 200 changes a second on rows a real browser shows.
 * Before that from a change to the collector's index, with 50,000 locks and 500 changes a second, beside an inspector that
 * polls, and what keyspace events count at 10 to 3,000 acquisitions a second. Baseline of the pixels, `bare push`: the same changes followed in this process by CLIENT TRACKING and one read, with no console.
 */
import { chromium, type Page } from '@playwright/test';
import { Redis } from 'ioredis';
import { percentile, printReport } from '../support/bench-report';
import { startConsole } from '../support/console';
import { startRedisServer, until } from '../support/redis-server';
import { countedRates } from './live/rates';
import { toIndex } from './live/to-index';

const LOCKS = 1_000;
const SHOWN = 12;
const CHANGES_PER_SECOND = 200;
const SECONDS = 20;
const OWNER = '8d3c3d43-03b0-4cd8-8966-8bbd088f8c58:47';

const keyOf = (i: number) => `bench:lock:${String(i).padStart(4, '0')}`;

/** `${key}#${hold count}` → epoch ms. */
type Moments = Map<string, number>;

async function fill(redis: Redis): Promise<void> {
  const pipeline = redis.pipeline();
  for (let i = 0; i < LOCKS; i++) pipeline.hset(keyOf(i), OWNER, '1').pexpire(keyOf(i), 3_600_000);
  await pipeline.exec();
}

/** Raises hold counts one by one, a quarter of them on rows in sight. Gives the rate it reached. */
async function drive(redis: Redis, written: Moments): Promise<number> {
  const startedAt = performance.now();
  const counts = new Map<string, number>();
  let sent = 0;
  while (performance.now() - startedAt < SECONDS * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * CHANGES_PER_SECOND);
    for (; sent < due; sent++) {
      const key = keyOf(sent % 4 === 0 ? (sent / 4) % SHOWN : SHOWN + (sent % (LOCKS - SHOWN)));
      const count = (counts.get(key) ?? 1) + 1;
      counts.set(key, count);
      written.set(`${key}#${count}`, performance.timeOrigin + performance.now());
      void redis.hset(key, OWNER, String(count));
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return sent / SECONDS;
}

/** Records in the page, on the frame after each change of the table, which hold counts it shows. */
async function watchPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: Record<string, number> = {};
    Object.assign(window, { benchShown: shown });
    const table = document.querySelector('table');
    if (!table) throw new Error('the page has no table');
    const heads = [...table.querySelectorAll('thead th')].map((head) => head.textContent?.trim() ?? '');
    const column = heads.findIndex((head) => head.startsWith('Hold') && !head.startsWith('Holder'));
    if (column < 0) throw new Error(`no hold count column among ${heads.join(', ')}`);
    new MutationObserver(() =>
      requestAnimationFrame(() => {
        const now = performance.timeOrigin + performance.now();
        for (const row of table.querySelectorAll('tbody tr')) {
          const key = /bench:lock:\d{4}/.exec(row.textContent ?? '')?.[0];
          const count = row.children[column]?.textContent?.replace(/\D/g, '');
          if (key && count) shown[`${key}#${count}`] ??= now;
        }
      }),
    ).observe(table, { subtree: true, childList: true, characterData: true });
  });
}

/** Latency of each write: until its count, or a later one of the same key, was seen. */
function latencies(written: Moments, seen: Moments): { values: number[]; missed: number } {
  const byKey = new Map<string, { count: number; atMs: number }[]>();
  for (const [name, atMs] of seen) {
    const [key = '', count = ''] = name.split('#');
    byKey.set(key, [...(byKey.get(key) ?? []), { count: Number(count), atMs }]);
  }
  const values: number[] = [];
  let missed = 0;
  for (const [name, atMs] of written) {
    const [key = '', count = ''] = name.split('#');
    const moments = byKey.get(key);
    if (!moments) continue; // a row out of sight
    const first = moments.filter((m) => m.count >= Number(count)).sort((a, b) => a.atMs - b.atMs)[0];
    if (first) values.push(first.atMs - atMs);
    else missed++;
  }
  return { values, missed };
}

async function barePush(url: string): Promise<number[]> {
  const writer = new Redis(url);
  const reader = new Redis(url);
  const pushes = new Redis(url, { protocol: 2 });
  const seen: Moments = new Map();
  const written: Moments = new Map();
  try {
    const id = await pushes.client('ID');
    await pushes.subscribe('__redis__:invalidate');
    await reader.call('CLIENT', 'TRACKING', 'ON', 'REDIRECT', String(id), 'BCAST', 'PREFIX', 'bench:');
    pushes.on('messageBuffer', (_channel: Buffer, keys: Buffer[] | null) => {
      for (const key of keys ?? []) {
        void reader.hget(String(key), OWNER).then((count) => {
          const name = `${String(key)}#${count}`;
          if (!seen.has(name)) seen.set(name, performance.timeOrigin + performance.now());
        });
      }
    });
    await drive(writer, written);
    return latencies(written, seen).values;
  } finally {
    for (const redis of [writer, reader, pushes]) redis.disconnect();
  }
}

async function pixels(url: string): Promise<{ values: number[]; missed: number; rate: number }> {
  const redis = new Redis(url);
  await fill(redis);
  const lockscope = await startConsole({ redisUrl: url });
  const browser = await chromium.launch({
    executablePath: process.env.LOCKSCOPE_CHROMIUM || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${lockscope.url}/locks?sort=key`);
    await page.getByRole('link', { name: keyOf(0) }).waitFor();
    await watchPage(page);
    const written: Moments = new Map();
    const rate = await drive(redis, written);
    const last = [...written.keys()].filter((name) => name.startsWith(`${keyOf(0)}#`)).at(-1) ?? '';
    const readShown = () =>
      page.evaluate(() => (window as unknown as { benchShown: Record<string, number> }).benchShown);
    await until('the last change on the page', async () => last in (await readShown()), 10_000);
    return { ...latencies(written, new Map(Object.entries(await readShown()))), rate };
  } finally {
    await browser.close();
    await lockscope.close();
    redis.disconnect();
  }
}

const inIndex = await toIndex();
const counted = await countedRates();
const server = await startRedisServer();
try {
  const live = await pixels(server.url);
  const bare = await barePush(server.url);
  const [p50, p95] = [percentile(live.values, 0.5), percentile(live.values, 0.95)];
  printReport({
    name: 'live',
    baseline:
      'to the index: an inspector that polls every lock every 2 s; to the pixel: bare push, CLIENT TRACKING and one HGET in one process, no console, no browser',
    figures: [
      ...inIndex,
      ...counted,
      { name: 'in the browser: changes a second', value: live.rate, unit: '1/s' },
      { name: 'changes in sight', value: live.values.length, unit: '' },
      { name: 'never shown', value: live.missed, unit: '' },
      { name: 'change to pixel p50', value: p50, unit: 'ms', ratio: p50 / percentile(bare, 0.5) },
      { name: 'change to pixel p95', value: p95, unit: 'ms', ratio: p95 / percentile(bare, 0.95) },
      { name: 'baseline p50', value: percentile(bare, 0.5), unit: 'ms', ratio: 1 },
      { name: 'baseline p95', value: percentile(bare, 0.95), unit: 'ms', ratio: 1 },
    ],
  });
} finally {
  await server.close();
}
