import { found, type LockRule, notFound } from './core/lock-rule';

/** The lock is in a cycle of waits that cannot end by itself. */
export const deadlock: LockRule<'deadlock'> = {
  code: 'deadlock',
  severity: 'lost',
  detect: ({ facts: { stuckIn } }) => (stuckIn?.certain ? found(stuckIn) : notFound()),
};
