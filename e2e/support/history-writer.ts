import { openArchive } from '../../lib/history/archive/open-archive';
import { numberedBatch } from './history-batches';

/**
 * `history-writer.ts URL TARGET FIRST`: writes numbered batches without end, and prints the number of each once it is
 * stored. One that failed is written again until it is.
 */
const [url = '', target = '', first = '0'] = process.argv.slice(2);
const archive = openArchive({ url });

for (let nth = Number(first); ; nth++) {
  const batch = numberedBatch(target, nth);
  for (;;) {
    try {
      await archive.write(batch);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== 'history-unavailable') throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  // Only what the parent has read counts as acknowledged.
  await new Promise((resolve) => process.stdout.write(`${nth}\n`, resolve));
}
