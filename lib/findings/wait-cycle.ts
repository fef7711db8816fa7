import { found, type LockRule, notFound } from './core/lock-rule';

/** It is in a cycle of waits that may be a deadlock: which task of a process waits is not known. */
export const waitCycle: LockRule<'wait-cycle'> = {
  code: 'wait-cycle',
  severity: 'at-risk',
  detect: ({ facts: { stuckIn } }) => (stuckIn && !stuckIn.certain ? found(stuckIn) : notFound()),
};
