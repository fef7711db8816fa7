import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';

/** Who has a lock, all of them together, in as few facts as a cell of a table has room for. */
export type HoldersSummary =
  | { is: 'nobody' }
  | { is: 'one'; holder: Holder }
  | { is: 'readers'; count: number }
  /** One writes; the others read beside it, as a writer may that reads as well. */
  | { is: 'writer'; holder: Holder; others: number }
  | { is: 'several'; count: number }
  /** Free, held, and held by those whose lease ended; `total` is null unless all are known. */
  | { is: 'permits'; free: number | null; held: number | null; total: number | null; expired: number }
  /** Counts that it waits for: they stand where a semaphore has its free permits. */
  | { is: 'latch'; left: number | null };

type Shared = Pick<Lock, 'kind' | 'holders' | 'permits'>;

export function summaryOf(lock: Shared): HoldersSummary {
  const { kind, holders, permits } = lock;
  if (permits) return kind === 'latch' ? { is: 'latch', left: permits.available } : permitsOf(permits, lock);
  const [holder] = holders;
  if (!holder) return { is: 'nobody' };
  const count = holders.length;
  if (count === 1) return { is: 'one', holder };
  const writer = holders.find(({ mode }) => mode === 'write');
  if (writer) return { is: 'writer', holder: writer, others: count - 1 };
  return holders.every(({ mode }) => mode === 'read') ? { is: 'readers', count } : { is: 'several', count };
}

/** Whether somebody may have it: only a queue tells of a lock that has neither holders nor permits. */
export function isTaken({ holders, permits }: Pick<Lock, 'holders' | 'permits'>): boolean {
  return holders.length > 0 || permits !== null;
}

/** Whether the lock is one that several may hold, so that an act has to name its holder. */
export function isShared({ holders, permits }: Pick<Lock, 'holders' | 'permits'>): boolean {
  return permits !== null || holders.length > 1 || holders.some(({ mode }) => mode !== 'exclusive');
}

function permitsOf(permits: NonNullable<Lock['permits']>, { holders }: Shared): HoldersSummary {
  const free = permits.available;
  const held = permits.held ?? (holders.length > 0 ? holders.length : null);
  const expired = permits.expired ?? 0;
  const total = free === null || held === null ? null : free + held + expired;
  return { is: 'permits', free, held, total, expired };
}
