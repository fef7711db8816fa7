import type { ByteString } from '../../domain/keys/bytes';
import { scanPages } from '../../redis/scan-pages';
import { type KeyspaceScanOptions, type ReadFound, SMALL_KEYSPACE } from './keyspace-scan';
import { COMMANDS_PER_KEY } from './read-jobs';

const SCAN_COUNT = 100;
const REPEAT_MS = 300_000;
/** Share of the command budget that a large keyspace's contents may use. */
const SHARE = 0.25;

/**
 * One slow pass over the contents of a large keyspace, for locks whose name matches no pattern. Returns the delay before the
 * next pass, ms. A small keyspace is left to the keyspace scan. Rejects when the connection fails.
 */
export async function readContentsOnce(
  options: KeyspaceScanOptions,
  readFound: ReadFound,
  alive: () => boolean,
): Promise<number> {
  const { server, facts, progress, names } = options;
  const { redis, budget, now } = server;
  const total = facts.last()?.keys ?? Number.POSITIVE_INFINITY;
  if (total <= SMALL_KEYSPACE || progress.completedAtMs === null) return 2_000;
  const perSecond = Math.max(1, (budget.perSecond * SHARE) / COMMANDS_PER_KEY);
  const startedAt = now();
  let looked = 0;
  let denied = 0;
  for await (const keys of scanPages(redis, { count: () => SCAN_COUNT, before: () => budget.take(1) })) {
    if (!alive()) return 2_000;
    const hits = new Set<ByteString>(names.filter(keys));
    const rest = keys.filter((key) => !hits.has(key) && !names.isKnown(key));
    await readFound(rest, { by: 'scan', urgent: false, named: false, onDenied: () => denied++ });
    looked += keys.length;
    if (progress.contentsCompletedAtMs === null)
      progress.contents = Math.min(0.99, Math.max(0, looked - denied) / total);
    const aheadMs = (looked / perSecond) * 1000 - (now() - startedAt);
    if (aheadMs > 0) await budget.pause(aheadMs);
  }
  // The keyspace scan reads the keys with the name of a lock, and counts those that are denied.
  progress.contents = Math.max(0, 1 - denied / Math.max(1, looked) - progress.unreadable);
  progress.contentsCompletedAtMs = now();
  return REPEAT_MS;
}
