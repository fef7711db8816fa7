import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** More latch keys of Redisson than replies can be in progress at once. */
export const LATCHES = 50;

/** Latch keys of Redisson that no client removes. */
export const latchesPileUp: NodeRule<'latches-pile-up'> = {
  code: 'latches-pile-up',
  severity: 'contended',
  detect({ atMs }, { latches }) {
    if (latches < LATCHES) return null;
    return { evidence: [lineRead('latches', { count: latches }, 'contended', atMs)] };
  },
};
