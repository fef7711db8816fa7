import type { Consequence } from '../../contract/actions';
import type { Holder } from '../../contract/holder';
import type { Lock } from '../../contract/lock';

const OF_A_FREE_LOCK: ReadonlySet<Consequence['code']> = new Set<Consequence['code']>([
  'waiters-race',
  'no-waiters',
  'waiters-unknown',
  'publishes',
  'publishes-nothing',
  'signals',
]);

/**
 * Counts the holders that keep the lock from becoming free when this holder is released: the remaining ones, save that each
 * permit becomes free on its own.
 */
export function keptBy(lock: Pick<Lock, 'holders' | 'permits'>, holder: Holder): number {
  return lock.permits === null ? remainingHolders(lock, holder) : 0;
}

/**
 * Counts the holders that remain when this holder is released. A writer takes its own read holds with it, and a holder past
 * its own lease has nothing.
 */
export function remainingHolders({ holders }: Pick<Lock, 'holders'>, holder: Holder): number {
  if (holder.mode === 'write') return 0;
  return holders.filter((other) => other !== holder && other.ttlMs !== 0).length;
}

/** Whether this consequence applies only to a lock that becomes free. */
export function isOfAFreeLock(code: Consequence['code']): boolean {
  return OF_A_FREE_LOCK.has(code);
}

/**
 * Consequences of a release while `others` holders keep the lock: no waiter is woken and none acquires. `two-will-run`
 * then counts the others, beside which the released holder goes on working.
 */
export function othersHoldOn(consequences: readonly Consequence[], others: number): Consequence[] {
  if (others === 0) return [...consequences];
  const stays: Consequence = { code: 'others-hold-on', happens: true, values: { count: others } };
  const happen = consequences
    .filter(({ code }) => !isOfAFreeLock(code))
    .map((each) => (each.code === 'two-will-run' ? { ...each, values: { others } } : each));
  return [stays, ...happen];
}
