import type { Evidence } from '../domain/lock';
import type { LockFacts } from '../domain/locks/lock-facts';

type Read = Pick<LockFacts, 'reading' | 'deadReadersStay' | 'endedSinceOf'>;

/**
 * Readers none of whose hold keys is left although they are still written down: they keep writers out and may work on
 * without the lock. Only where nothing but their own release takes them out. Pure.
 */
export function zombieReaders({ reading, deadReadersStay, endedSinceOf }: Read) {
  if (!deadReadersStay) return [];
  return reading.holders
    .filter(({ reads, deadlineMs }) => reads && deadlineMs === 0)
    .map(({ token, label }) => ({ label, sinceMs: endedSinceOf?.get(token) ?? reading.atMs }));
}

/** `count` of `total` holders, `forMs` since the last of the first one's holds ended, `holder` its name where it has one. */
export function zombieEvidence(
  zombies: ReturnType<typeof zombieReaders>,
  { reading }: Pick<LockFacts, 'reading'>,
  nowMs: number,
): Evidence {
  const [first] = zombies;
  const values: Evidence['values'] = {
    count: zombies.length,
    total: reading.holders.length,
    forMs: Math.max(0, nowMs - (first?.sinceMs ?? nowMs)),
    holder: first?.label ?? '',
  };
  return { code: 'reader-without-hold', values, tone: 'at-risk', known: { by: 'read', atMs: reading.atMs } };
}
