import { lineRead } from './core/line-read';
import { type NodeRule, SHOWN } from './core/node-rule';

/** The server replaced another primary. */
export const promoted: NodeRule<'promoted'> = {
  code: 'promoted',
  severity: 'lost',
  detect(_, { promotion }) {
    if (!promotion) return null;
    const { atMs, from, count, kept, keys } = promotion;
    const evidence = [lineRead('promoted-from', { from }, count > 0 ? 'lost' : 'neutral', atMs)];
    if (count > 0) evidence.push(lineRead('locks-vanished', { count }, 'lost', atMs));
    evidence.push(...keys.slice(0, SHOWN).map((key) => lineRead('lock-vanished', { key }, 'lost', atMs)));
    if (kept > 0) evidence.push(lineRead('locks-kept', { count: kept }, 'good', atMs));
    return { severity: count > 0 ? 'lost' : 'info', evidence, sinceMs: atMs };
  },
};
