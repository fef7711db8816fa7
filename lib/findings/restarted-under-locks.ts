import { lineRead } from './core/line-read';
import { type NodeRule, SHOWN } from './core/node-rule';

/** The server restarted and lost locks that were held. */
export const restartedUnderLocks: NodeRule<'restarted-under-locks'> = {
  code: 'restarted-under-locks',
  severity: 'lost',
  detect(_, { restart }) {
    if (!restart) return null;
    const { atMs, count, keys } = restart;
    const evidence = [
      lineRead('locks-vanished', { count }, 'lost', atMs),
      ...keys.slice(0, SHOWN).map((key) => lineRead('lock-vanished', { key }, 'lost', atMs)),
    ];
    return { evidence, sinceMs: atMs };
  },
};
