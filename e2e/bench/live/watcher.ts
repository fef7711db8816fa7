/**
 * A process that watches one Redis and tells which hold count of which key it knew when. Arguments: what watches
 * (`collector` or `poller`) and the URL. Speaks over IPC: `known` with what is new, `ready` once it knows every lock.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { collect } from '../../../lib/collector/collect';
import { createMemoryStore } from '../../../lib/history/memory/memory-store';

/** Key, hold count, and when it was read, epoch ms. */
export type Known = [key: string, count: number, atMs: number];
export type FromWatcher =
  | { is: 'ready' }
  | { is: 'known'; known: Known[] }
  | { is: 'used'; cpuMs: number; rss: number };

const POLL_MS = 2_000;
const SCAN_COUNT = 1_000;
const BATCH = 500;

const [what = '', url = '', locks = '0'] = process.argv.slice(2);
const tell = (message: FromWatcher) => process.send?.(message);
let ready = false;

function told(known: Known[], total: () => number): void {
  if (known.length > 0) tell({ is: 'known', known });
  if (ready || total() < Number(locks)) return;
  ready = true;
  tell({ is: 'ready' });
}

/** The console's collector, as it watches a standalone server. */
function watchByCollector(): void {
  const target = {
    ...{ name: 'bench', environment: 'bench', production: false, url: `${url}/0`, db: 0, readOnly: true },
    ...{ topology: { kind: 'standalone' as const }, tls: null },
    ...{ patterns: [], prefixes: [], trackKeyspace: true, commandsPerSecond: 5_000 },
  };
  let seq = 0;
  const collector = collect({ target, history: createMemoryStore(), host: { nextSeq: () => ++seq } });
  collector.onPatch(({ changed }) => {
    const known = changed.map(
      ({ key, holders, known: { atMs } }): Known => [key.text, holders[0]?.holdCount ?? 0, atMs],
    );
    told(known, () => (collector.nodes()[0]?.events === 'tracking' ? collector.locks().length : 0));
  });
  collector.start();
}

/** What an inspector does that only polls: SCAN, and value and TTL of every lock, every two seconds. */
async function watchByPolling(): Promise<never> {
  const redis = new Redis(url);
  const counts = new Map<string, number>();
  for (;;) {
    const startedAt = performance.now();
    const keys: string[] = [];
    let cursor = '0';
    do {
      const [next, page] = await redis.scan(cursor, 'COUNT', SCAN_COUNT);
      cursor = next;
      for (const key of page) keys.push(key);
    } while (cursor !== '0');
    for (let from = 0; from < keys.length; from += BATCH) {
      const batch = keys.slice(from, from + BATCH);
      const pipeline = redis.pipeline();
      for (const key of batch) pipeline.hgetall(key).pttl(key);
      const replies = (await pipeline.exec()) ?? [];
      const atMs = Date.now();
      const known = batch.flatMap((key, i): Known[] => {
        const count = Number(Object.values((replies[i * 2]?.[1] ?? {}) as Record<string, string>)[0] ?? 0);
        if (counts.get(key) === count) return [];
        counts.set(key, count);
        return [[key, count, atMs]];
      });
      told(known, () => counts.size);
    }
    await pause(Math.max(0, POLL_MS - (performance.now() - startedAt)));
  }
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  tell({ is: 'used', cpuMs: (user + system) / 1000, rss: process.memoryUsage().rss });
});
process.on('disconnect', () => process.exit(0));
if (what === 'collector') watchByCollector();
else void watchByPolling();
