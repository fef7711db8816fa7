import type { ByteString } from '../../domain/keys/bytes';
import { createPageSize } from '../../redis/page-size';
import { scanPages } from '../../redis/scan-pages';
import type { FactsBook } from './node-facts';
import type { ReadOptions } from './read-jobs';
import type { WatchedServer } from './server';

/** Up to this many keys the scan itself reads every key's content. */
export const SMALL_KEYSPACE = 20_000;
/** Hits are read in batches; none waits longer than `BATCH_WAIT_MS` for others. */
const BATCH = 200;
const BATCH_WAIT_MS = 200;
const READS_AHEAD = 20;
const REPEAT_MS = 30_000;
const SLOWEST_REPEAT_MS = 600_000;

export type ScanProgress = {
  names: number;
  contents: number;
  /** Share of the keys that this user could not read in the last scan: nothing is known of them. */
  unreadable: number;
  completedAtMs: number | null;
  contentsCompletedAtMs: number | null;
};

/** The progress with which every collector starts, and starts again after a gap. */
export function nothingCovered(): ScanProgress {
  return { names: 0, contents: 0, unreadable: 0, completedAtMs: null, contentsCompletedAtMs: null };
}

export type KeyspaceScanOptions = {
  server: Pick<WatchedServer, 'redis' | 'budget' | 'now' | 'session'>;
  /** The number of keys in the database; where it is not known, they are treated as many. */
  facts: Pick<FactsBook, 'last'>;
  progress: ScanProgress;
  names: {
    filter(keys: readonly ByteString[]): ByteString[];
    isKnown(key: ByteString): boolean;
  };
  /** Whether every change is reported; otherwise known locks are polled, and a scan need not read them. */
  isReported(): boolean;
};

/** Reads keys that a scan found. Rejects when the connection fails. */
export type ReadFound = (keys: readonly ByteString[], how: ReadOptions) => Promise<void>;

/**
 * One SCAN pass over all names: reads the hits, and on a small keyspace everything else too. Returns the delay before the
 * next pass, ms. Rejects when the connection fails; ends early when `alive` is false.
 */
export async function scanKeyspaceOnce(
  options: KeyspaceScanOptions,
  readFound: ReadFound,
  alive: () => boolean,
): Promise<number> {
  const { server, facts, progress, names } = options;
  const { redis, budget, now } = server;
  const startedAt = now();
  const total = Math.max(1, facts.last()?.keys ?? Number.POSITIVE_INFINITY);
  const small = total <= SMALL_KEYSPACE;
  const readContents = small && contentsDue(progress, total, startedAt);
  const reads: Promise<void>[] = [];
  let failure: unknown = null;
  let scanned = 0;
  let looked = 0;
  let denied = 0;

  function read(keys: readonly ByteString[], named: boolean): void {
    if (keys.length === 0) return;
    const how: ReadOptions = { by: 'scan', urgent: false, named, onDenied: () => denied++ };
    const done = readFound(keys, how).catch((error: unknown) => {
      failure ??= error;
    });
    reads.push(done);
  }

  let hits: ByteString[] = [];
  let hitsSinceMs = startedAt;
  for await (const keys of scanPages(redis, { ...createPageSize(), before: () => budget.take(1) })) {
    if (!alive() || failure) break;
    const all = names.filter(keys);
    const named = options.isReported() ? all : all.filter((key) => !names.isKnown(key));
    if (readContents) {
      const others = new Set(all);
      read(
        keys.filter((key) => !others.has(key)),
        false,
      );
      looked += keys.length;
      if (progress.contentsCompletedAtMs === null)
        progress.contents = Math.min(0.99, Math.max(0, looked - denied) / total);
    }
    if (hits.length === 0) hitsSinceMs = now();
    for (const key of named) hits.push(key);
    if (hits.length >= BATCH || now() - hitsSinceMs > BATCH_WAIT_MS) {
      read(hits, true);
      hits = [];
    }
    scanned += keys.length;
    if (progress.completedAtMs === null) progress.names = Math.min(0.99, scanned / total);
    // Reads lag behind the scan where many names match; this bounds the backlog.
    if (reads.length > READS_AHEAD) await reads.shift();
  }
  read(hits, true);
  await Promise.all(reads);
  if (failure) throw failure;
  if (!alive()) return REPEAT_MS;
  progress.names = 1;
  progress.completedAtMs = now();
  progress.unreadable = Math.min(1, denied / Math.max(1, scanned));
  if (readContents) {
    progress.contents = 1 - progress.unreadable;
    progress.contentsCompletedAtMs = now();
  }
  return small ? REPEAT_MS : Math.min(SLOWEST_REPEAT_MS, Math.max(REPEAT_MS, 10 * (now() - startedAt)));
}

/** Contents are read less often than names, since they cost a hundred times as much. */
function contentsDue(progress: ScanProgress, total: number, nowMs: number): boolean {
  const last = progress.contentsCompletedAtMs;
  return last === null || nowMs - last >= (total <= 2_000 ? REPEAT_MS : 4 * REPEAT_MS) - 1_000;
}
