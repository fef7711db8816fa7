import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** The eviction policy may delete locks when memory is full. */
export const evictableLocks: NodeRule<'evictable-locks'> = {
  code: 'evictable-locks',
  severity: 'at-risk',
  detect({ memory, atMs }, { locks }) {
    const { policy, maxBytes } = memory;
    if (!maxBytes || policy === null || !/^(allkeys|volatile)-/.test(policy)) return null;
    const count = policy.startsWith('volatile-') ? locks.held - locks.withoutTtl : locks.held;
    return {
      severity: count > 0 ? 'at-risk' : 'info',
      evidence: [lineRead('evicts', { policy, maxBytes, count }, 'at-risk', atMs)],
      command: 'CONFIG SET maxmemory-policy noeviction',
    };
  },
};
