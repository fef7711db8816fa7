/**
 * A console's collector and recorder on one Redis, as a process. Argument: its URL. Over IPC it reports when a lock that is
 * called stuck is listed, and what it has seen when it is asked.
 */
import type { Coverage } from '../../lib/contract/nodes';
import { type CountedFigures, countedWatch } from './counted-facts';

export type Seen = {
  figures: CountedFigures;
  /** Hold times that were measured, ms. */
  heldMs: number[];
  coverage: Coverage | null;
  cpuMs: number;
  rss: number;
};
export type FromCounter = { is: 'seen'; seen: Seen } | { is: 'listed'; key: string; atMs: number };

const watched = countedWatch(process.argv[2] ?? '', { commandsPerSecond: 5_000 });
const send = (message: FromCounter) => process.send?.(message);

watched.collector.onPatch(({ changed }) => {
  for (const { key } of changed)
    if (key.text.includes(':stuck:')) send({ is: 'listed', key: key.text, atMs: Date.now() });
});

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  send({
    is: 'seen',
    seen: {
      figures: watched.figures(),
      heldMs: watched.facts.flatMap(({ heldMs }) => heldMs ?? []),
      coverage: watched.collector.nodes()[0]?.coverage ?? null,
      cpuMs: (user + system) / 1_000,
      rss: process.memoryUsage().rss,
    },
  });
});
process.on('disconnect', () => process.exit(0));
