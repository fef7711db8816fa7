import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** So many of Redisson's latch keys at once are no replies under way. */
export const LATCHES = 50;

/** Latch keys of Redisson that nobody takes away. */
export const latchesPileUp: NodeRule<'latches-pile-up'> = {
  code: 'latches-pile-up',
  severity: 'contended',
  detect({ atMs }, { latches }) {
    if (latches < LATCHES) return null;
    return { evidence: [lineRead('latches', { count: latches }, 'contended', atMs)] };
  },
};
