import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** A node of a Redlock group may forget a vote in a crash. */
export const aofNotAlways: NodeRule<'aof-not-always'> = {
  code: 'aof-not-always',
  severity: 'at-risk',
  detect({ persistence, atMs }, { inGroup }) {
    const { appendOnly, fsync, snapshots } = persistence;
    if (!inGroup || appendOnly === null) return null;
    // Without either of them the finding is `no-persistence`.
    if (!appendOnly && snapshots !== true) return null;
    if (appendOnly && (fsync === null || fsync === 'always')) return null;
    const how = appendOnly
      ? lineRead('fsync', { fsync: fsync ?? '' }, 'at-risk', atMs)
      : lineRead('snapshots-only', {}, 'at-risk', atMs);
    const command = appendOnly
      ? 'CONFIG SET appendfsync always'
      : 'CONFIG SET appendonly yes appendfsync always';
    return { evidence: [how, lineRead('in-group', {}, 'neutral', null)], command };
  },
};
