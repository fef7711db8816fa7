/**
 * Holds 10,000 leases with watchdog in this process and tells its parent what that costs and what is left afterwards.
 * Started with the server's URL, the lease in ms and how many renewals of each lease to watch; needs `--expose-gc`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Redis } from 'ioredis';
import type { Lease } from '../../../lib/locks';
import { commandsBetween, openCommandCounts } from './commands';
import { compiledLocks } from './compiled-locks';
import { addedSince, type ProcessState, settledHeap, stateOf } from './process-state';

export type HeldLeases = {
  leases: number;
  acquireMs: number;
  releaseMs: number;
  /** PEXPIRE calls: each renewal is one. */
  renewalsPerSecond: number;
  commandsPerSecond: number;
  /** Share of one core. */
  cpu: number;
  rssBefore: number;
  rssHeld: number;
  heapPerLease: number;
  timersHeld: number;
  delayMs: { p50: number; p99: number; max: number };
  /** Least time that Redis gave any of the leases at the end of the hold. */
  leastTtlMs: number;
  lost: number;
  notReleased: number;
  keysHeld: number;
  keysLeft: number;
  left: ProcessState;
  renewalsAfter: number;
  heapGrowth: number;
};

const LEASES = 10_000;
const AT_ONCE = 200;
const SAMPLE_MS = 2;
const PREFIX = 'bench:held:';
const [url = '', lease = '', renewals = ''] = process.argv.slice(2);
const leaseMs = Number(lease);
const periodMs = leaseMs / 3;

const { createMutex } = await compiledLocks();
const redis = new Redis(url, { lazyConnect: true });
const observer = new Redis(url, { lazyConnect: true });
await Promise.all([redis.connect(), observer.connect()]);
const counts = await openCommandCounts([url]);
const mutex = createMutex({ redis, leaseMs });
const leases: (Lease | null)[] = new Array(LEASES).fill(null);
let notReleased = 0;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Does `work` for each lease and gives the time that took, ms. */
async function forAll(work: (i: number) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const worker = async () => {
    while (next < LEASES) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return performance.now() - startedAt;
}

function acquireAll(): Promise<number> {
  return forAll(async (i) => {
    leases[i] = await mutex.tryAcquire(`${PREFIX}${i}`, { watchdog: true });
  });
}

function releaseAll(): Promise<number> {
  return forAll(async (i) => {
    await leases[i]?.release().catch(() => notReleased++);
    leases[i] = null;
  });
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  let cursor = '0';
  do {
    const [next, page] = await observer.scan(cursor, 'MATCH', `${PREFIX}*`, 'COUNT', 1000);
    cursor = next;
    found.push(...page);
  } while (cursor !== '0');
  return found;
}

async function leastTtlOf(names: string[]): Promise<number> {
  const pipeline = observer.pipeline();
  for (const name of names) pipeline.pttl(name);
  return Math.min(...((await pipeline.exec()) ?? []).map(([, ttlMs]) => Number(ttlMs)));
}

/** What it costs to hold them for whole periods; from the middle of one, as renewals may come in bunches. */
async function costs() {
  await pause(periodMs / 2);
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  const before = await counts.read();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  delay.enable();
  await pause(Number(renewals) * periodMs);
  delay.disable();
  const heldMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(cpuBefore);
  const during = commandsBetween(before, await counts.read());
  const beyondSample = (ns: number) => Math.max(0, ns / 1e6 - SAMPLE_MS);
  return {
    renewalsPerSecond: ((during.byName.get('pexpire') ?? 0) / heldMs) * 1000,
    commandsPerSecond: (during.total / heldMs) * 1000,
    cpu: (cpu.user + cpu.system) / 1000 / heldMs,
    delayMs: {
      p50: beyondSample(delay.percentile(50)),
      p99: beyondSample(delay.percentile(99)),
      max: beyondSample(delay.max),
    },
  };
}

// Once before all: compiled code, pools and tables that grow once are no leak.
await acquireAll();
await leastTtlOf(await keys());
await releaseAll();
const heapBefore = await settledHeap();
const rssBefore = process.memoryUsage().rss;
const stateBefore = stateOf(redis);

const acquireMs = await acquireAll();
const held = await costs();
const rssHeld = process.memoryUsage().rss;
const heapHeld = await settledHeap();
const timersHeld = stateOf(redis).timers;
const names = await keys();
const leastTtlMs = await leastTtlOf(names);
const lost = leases.filter((lease) => !lease || lease.signal.aborted).length;

const releaseMs = await releaseAll();
const released = await counts.read();
await pause(periodMs * 1.5); // a renewal that was not stopped would come now
const afterwards = commandsBetween(released, await counts.read());
const heapGrowth = (await settledHeap()) - heapBefore;

const result: HeldLeases = {
  ...held,
  leases: LEASES,
  acquireMs,
  releaseMs,
  rssBefore,
  rssHeld,
  heapPerLease: (heapHeld - heapBefore) / LEASES,
  timersHeld,
  leastTtlMs,
  lost,
  notReleased,
  keysHeld: names.length,
  keysLeft: (await keys()).length,
  left: addedSince(stateBefore, stateOf(redis)),
  renewalsAfter: afterwards.byName.get('pexpire') ?? 0,
  heapGrowth,
};
await mutex.close();
for (const client of [redis, observer]) client.disconnect();
counts.close();
process.send?.(result);
