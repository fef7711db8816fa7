import type { Figure } from '../../support/bench-report';
import { countedLoad } from '../../support/counted-load';

const RATES = [10, 100, 1_000, 3_000];
const SECONDS = 20;
/** Every event that a lock of one key sends. */
const FLAGS = 'Egx$eh';

/** What a console counts by keyspace events, at rates up to what it could never read. */
export async function countedRates(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const rate of RATES) {
    const load = await countedLoad({ rate, seconds: SECONDS, flags: FLAGS });
    const { acquired, released, seen, hold, countedHold } = load;
    const at = (name: string) => `at ${rate}/s: ${name}`;
    const off = (of: 'p50' | 'p99') => Math.abs(countedHold[of] - hold[of]);
    const counted = seen.figures.acquisitions + seen.figures.releases;
    figures.push(
      { name: at('acquisitions'), value: acquired, unit: '' },
      { name: at('not counted'), value: 100 * (1 - counted / (acquired + released)), unit: '%', budget: 0.1 },
      { name: at('holds with a time'), value: (100 * countedHold.count) / released, unit: '%' },
      { name: at('hold p50, off by'), value: off('p50'), unit: 'ms', budget: Math.max(5, 0.05 * hold.p50) },
      { name: at('hold p99, off by'), value: off('p99'), unit: 'ms', budget: Math.max(5, 0.05 * hold.p99) },
      { name: at('commands a change'), value: load.commandsPerChange, unit: '', budget: 1 },
      { name: at('our own CPU'), value: load.core * 100, unit: '% of a core' },
      { name: at('our own RSS'), value: load.rssMiB, unit: 'MiB' },
      { name: at('a stuck lock is listed after'), value: load.listedAfterMs, unit: 'ms', budget: 2_000 },
    );
  }
  return figures;
}
