import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';

/** All holders of a lock, summarised to fit into a table cell. */
export type HoldersSummary =
  | { is: 'nobody' }
  | { is: 'one'; holder: Holder }
  | { is: 'readers'; count: number }
  /** One holder writes; `others` are read holds, which the writer may have taken itself. */
  | { is: 'writer'; holder: Holder; others: number }
  | { is: 'several'; count: number }
  /** Permits that are free, held, and held past their lease; `total` is null unless free and held are known. */
  | { is: 'permits'; free: number | null; held: number | null; total: number | null; expired: number }
  /** `left` = the count that the latch waits for, stored where a semaphore has its free permits. */
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

/** Whether the lock may have a holder. A lock with neither holders nor permits is known from its queue alone. */
export function isTaken({ holders, permits }: Pick<Lock, 'holders' | 'permits'>): boolean {
  return holders.length > 0 || permits !== null;
}

/** Whether several may hold the lock, so that an action has to name its holder. */
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
