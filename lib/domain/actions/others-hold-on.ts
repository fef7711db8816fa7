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
 * How many keep the lock from becoming free when this holder is released: a writer goes with whatever it reads, who is past
 * its own lease keeps nothing, and a permit comes free for itself.
 */
export function keptBy({ holders, permits }: Pick<Lock, 'holders' | 'permits'>, holder: Holder): number {
  if (permits !== null || holder.mode === 'write') return 0;
  return holders.filter((other) => other !== holder && other.ttlMs !== 0).length;
}

/** Whether this follows of a lock that becomes free, and of no other. */
export function isOfAFreeLock(code: Consequence['code']): boolean {
  return OF_A_FREE_LOCK.has(code);
}

/**
 * Consequences of a release while this many others keep the lock: nobody is woken, nobody acquires, and `two-will-run` has
 * `others` beside whom the holder works on.
 */
export function othersHoldOn(consequences: readonly Consequence[], others: number): Consequence[] {
  if (others === 0) return [...consequences];
  const stays: Consequence = { code: 'others-hold-on', happens: true, values: { count: others } };
  const happen = consequences
    .filter(({ code }) => !isOfAFreeLock(code))
    .map((each) => (each.code === 'two-will-run' ? { ...each, values: { others } } : each));
  return [stays, ...happen];
}
