import type { Lock, Waiters } from '../../contract/lock';
import { countOf, NOT_COUNTED, waitersAs } from '../../domain/values/counted';
import type { KeyLocation } from '../../reads/find-lock';
import type { Runtime } from '../../server/runtime/types';
import { countSubscribers } from './subscribers';

/**
 * Who waits for a lock at this moment: the clients on its release channel, asked of Redis now. Those in a queue are as the
 * lock was read; what leaves no trace, or may not be asked, is not counted. Throws `node-down` and `timed-out`.
 */
export async function waitersNow(
  runtime: Runtime,
  { key, watched }: KeyLocation,
  formatId: string,
  lock: Pick<Lock, 'waiters' | 'ghosts'> | null,
): Promise<Waiters> {
  const { actions, masters, collector, registry } = watched;
  if (lock && lock.ghosts !== null) return lock.waiters; // it has a queue
  if (registry.channelOf(formatId, key) === undefined) return lock?.waiters ?? NOT_COUNTED;
  const servers = masters.length > 0 ? masters.map(({ redis }) => redis) : [actions];
  const asked = await Promise.allSettled(
    servers.map((redis) => countSubscribers(redis, registry, formatId, key)),
  );
  const counts = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [failed] = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  if (counts.length === 0) throw failed;
  if (counts.includes(null)) return NOT_COUNTED;
  // Clients may listen on a replica, which only the collector asks: of several the largest, as they wait for one lock.
  const onReplicas = collector.reports().some(({ replicas }) => (replicas?.length ?? 0) > 0);
  const last = onReplicas && lock ? countOf(lock.waiters.count) : { known: false as const };
  const count = Math.max(...counts.map((each) => each ?? 0), last.known ? last.count : 0);
  return waitersAs(count, { by: 'read', atMs: runtime.now() });
}
