/**
 * The overview in a real browser with live data (the demo's servers and workload) for ten minutes (`--minutes N`): tasks that
 * kept the page from answering for longer than 100 ms once it had loaded, and how much its heap grew. Baseline: the page
 * itself after its first minute.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { startServers } from '../demo/servers';
import { startWorkload } from '../demo/workload';
import { percentile, printReport } from '../support/bench-report';
import { startConsole } from '../support/console';
import { until } from '../support/redis-server';

const LONG_MS = 100;
/** Loading, first data and charts are over by then. */
const SETTLED_MS = 10_000;
const WARM_UP_MS = 60_000;
const MIB = 2 ** 20;

const at = process.argv.indexOf('--minutes');
const minutes = at > 0 ? Number(process.argv[at + 1]) : 10;
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');

async function countLongTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { benchTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' }); // an earlier one goes on into a list that nobody reads
  });
}

function longTasksOf(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { benchTasks: number[] }).benchTasks);
}

/** Throws when a task of 150 ms goes unseen: a count of none would say nothing then. */
async function checkMeter(page: Page): Promise<void> {
  const before = (await longTasksOf(page)).length;
  await page.evaluate(() =>
    setTimeout(() => {
      const until = performance.now() + 150;
      while (performance.now() < until);
    }),
  );
  await until('the browser tells of a long task', async () => (await longTasksOf(page)).length > before);
}

/** Bytes in use after a collection of garbage. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

const servers = await startServers();
const workload = startWorkload(servers);
const lockscope = await startConsole({
  targets: servers.targets,
});
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
  await page.goto(lockscope.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const session = await page.context().newCDPSession(page);
  await pause(SETTLED_MS);
  await countLongTasks(page);
  await pause(WARM_UP_MS);
  // Collecting all garbage at once is a long task of its own, and none of the page's.
  const first = await longTasksOf(page);
  const before = await heapOf(session);
  await pause(1_000);
  await countLongTasks(page);
  await pause(minutes * 60_000 - WARM_UP_MS);
  const tasks = [...first, ...(await longTasksOf(page))];
  const after = await heapOf(session);
  await checkMeter(page);
  const long = tasks.filter((ms) => ms > LONG_MS);
  printReport({
    name: 'ui',
    baseline: 'the same page after its first minute',
    figures: [
      { name: 'minutes', value: minutes, unit: '' },
      { name: `tasks over ${LONG_MS} ms`, value: long.length, unit: '', budget: 0 },
      { name: 'tasks over 50 ms', value: tasks.length, unit: '' },
      { name: 'longest task', value: Math.max(0, ...tasks), unit: 'ms' },
      { name: 'tasks over 50 ms, p95', value: tasks.length > 0 ? percentile(tasks, 0.95) : 0, unit: 'ms' },
      { name: 'heap', value: after / MIB, unit: 'MiB' },
      {
        name: 'heap grew by',
        value: (after - before) / MIB,
        unit: 'MiB',
        ratio: after / before,
        budget: 20,
      },
    ],
  });
} finally {
  await browser.close();
  await lockscope.close();
  await workload.stop();
  await servers.close();
}
