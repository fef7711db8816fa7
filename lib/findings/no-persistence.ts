import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** A restart deletes its locks. */
export const noPersistence: NodeRule<'no-persistence'> = {
  code: 'no-persistence',
  severity: 'at-risk',
  detect({ persistence, atMs }, { locks, inGroup }) {
    const { appendOnly, snapshots } = persistence;
    if (appendOnly !== false || snapshots !== false) return null;
    if (!inGroup && locks.withoutTtl === 0) return null;
    const evidence = [lineRead('not-persisted', {}, 'at-risk', atMs)];
    if (inGroup) evidence.push(lineRead('in-group', {}, 'neutral', null));
    if (locks.withoutTtl > 0)
      evidence.push(lineRead('locks-without-ttl', { count: locks.withoutTtl }, 'neutral', atMs));
    return { evidence, command: 'CONFIG SET appendonly yes' };
  },
};
