import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** Below this share of the changes seen, counts of what happens are wrong; of few changes no share is told. */
const SEEN_ENOUGH = 0.9;
const MANY_CHANGES = 100;

/** More changes are reported than are seen. */
export const changesMissed: NodeRule<'changes-missed'> = {
  code: 'changes-missed',
  severity: 'at-risk',
  detect({ atMs }, { changes: { reported, seen } }) {
    if (reported < MANY_CHANGES || seen >= SEEN_ENOUGH) return null;
    const values = { percent: Math.floor(seen * 100), count: reported };
    const evidence = [lineRead('changes-unseen', values, 'unknown', atMs)];
    return { severity: seen < 0.5 ? 'at-risk' : 'info', evidence };
  },
};
