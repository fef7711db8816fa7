import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** The server accepts locks that no replica has. */
export const writesUnreplicated: NodeRule<'writes-unreplicated'> = {
  code: 'writes-unreplicated',
  severity: 'info',
  detect({ replication, atMs }) {
    const { role, replicas, minReplicas } = replication;
    const count = replicas?.filter(({ state }) => state !== 'gone').length ?? 0;
    if (role !== 'primary' || count === 0 || minReplicas !== 0) return null;
    const evidence = [lineRead('min-replicas', { count }, 'contended', atMs)];
    return { evidence, command: 'CONFIG SET min-replicas-to-write 1' };
  },
};
