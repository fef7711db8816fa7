import { found, type LockRule, notFound } from './core/lock-rule';

/** It is in a cycle of waits out of which nobody comes. */
export const deadlock: LockRule<'deadlock'> = {
  code: 'deadlock',
  severity: 'lost',
  detect: ({ facts: { stuckIn } }) => (stuckIn?.certain ? found(stuckIn) : notFound()),
};
