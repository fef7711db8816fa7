/** A process of its own, so that what making a past takes is not in the memory of the one that asks about it. */
import { openArchive } from '../../../lib/history/archive/open-archive';
import { generatePast } from './generate';

const [url = '', locks, days, nowMs] = process.argv.slice(2);
const archive = openArchive({ url, retention: { maxBytes: 64 * 1024 ** 3 }, statementMs: 600_000 });
const made = await generatePast(archive, {
  locks: Number(locks),
  days: Number(days),
  nowMs: Number(nowMs),
});
await archive.close();
process.send?.(made);
process.disconnect?.();
