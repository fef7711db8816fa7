import type { LockFilter, LockList } from '../contract/locks';
import { coverageOf } from '../domain/nodes/coverage';
import type { Runtime } from '../server/runtime/types';
import { listLocks } from './list-locks';

type PageRequest = { filter: LockFilter; limit: number; cursor: string | null };

/** One page of the known locks, as `listLocks`; from memory, without a command to Redis. */
export function listPage(runtime: Runtime, { filter, limit, cursor }: PageRequest): LockList {
  const nowMs = runtime.now();
  const version = runtime.live.version();
  const locks = runtime.locks(filter.target);
  const page = listLocks(locks, { filter, limit, cursor, nowMs });
  const coverage = coverageOf(runtime.nodes(filter.target));
  return { ...page, total: locks.length, coverage, version, nowMs };
}
