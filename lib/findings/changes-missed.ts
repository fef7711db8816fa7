import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** Below this share of seen changes, counts of changes are wrong. With few changes the share is not reported. */
const SEEN_ENOUGH = 0.9;
const MANY_CHANGES = 100;

/** More changes are reported than the console reads. */
export const changesMissed: NodeRule<'changes-missed'> = {
  code: 'changes-missed',
  severity: 'at-risk',
  detect({ atMs }, { changes: { reported, seen }, countCommand }) {
    if (reported < MANY_CHANGES || seen >= SEEN_ENOUGH) return null;
    const values = { percent: Math.floor(seen * 100), count: reported };
    const evidence = [lineRead('changes-unseen', values, 'unknown', atMs)];
    return {
      severity: seen < 0.5 ? 'at-risk' : 'info',
      evidence,
      ...(countCommand && { command: countCommand }),
    };
  },
};
