import { found, type LockRule, notFound } from './core/lock-rule';

/** The lock and another one are taken in both orders: a deadlock once the two holders meet. */
export const lockOrder: LockRule<'lock-order'> = {
  code: 'lock-order',
  severity: 'at-risk',
  detect: ({ facts: { crossed } }) => (crossed ? found(crossed) : notFound()),
};
