import { found, type LockRule, notFound } from './core/lock-rule';

/** The lock is in a cycle of waits that may be a deadlock: which task of a process waits is unknown. */
export const waitCycle: LockRule<'wait-cycle'> = {
  code: 'wait-cycle',
  severity: 'at-risk',
  detect: ({ facts: { stuckIn } }) => (stuckIn && !stuckIn.certain ? found(stuckIn) : notFound()),
};
