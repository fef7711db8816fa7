import { lineRead } from './core/line-read';
import type { NodeRule } from './core/node-rule';

/** Share of its memory limit from which a server is nearly full. */
const NEARLY_FULL = 0.9;

/** The server's memory limit is nearly reached. */
export const memoryNearlyFull: NodeRule<'memory-nearly-full'> = {
  code: 'memory-nearly-full',
  severity: 'at-risk',
  detect({ memory, atMs }) {
    const { usedBytes, maxBytes, policy } = memory;
    if (!maxBytes || usedBytes === null || usedBytes <= maxBytes * NEARLY_FULL) return null;
    const values = { usedBytes, maxBytes, percent: Math.floor((usedBytes / maxBytes) * 100) };
    const evidence = [lineRead('memory-used', values, 'at-risk', atMs)];
    if (policy !== null) evidence.push(lineRead('eviction-policy', { policy }, 'neutral', atMs));
    const more = Math.ceil(Math.max(maxBytes, usedBytes) * 1.5);
    return { evidence, command: `CONFIG SET maxmemory ${more}` };
  },
};
