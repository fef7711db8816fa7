import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openArchive } from '../../../lib/history/archive/open-archive';
import { DAY_MS, marksOf } from './day';
import { recordedDay } from './record-day';

const program = fileURLToPath(import.meta.url);

/**
 * Writes the day before now into a new history at `file`, in a process of its own, which ends with this one or when `signal`
 * says so. Rejects when it could not be written.
 */
export async function writeDay(file: string, signal: AbortSignal): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', program, file], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    signal,
    killSignal: 'SIGKILL',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('the simulated day could not be written');
}

/** The same in this process. */
async function write(file: string): Promise<void> {
  const endMs = Date.now();
  const archive = openArchive({ url: file });
  try {
    let written: Promise<void> = Promise.resolve();
    for (const batch of recordedDay(endMs)) {
      await written;
      // The next one is made while the database takes this one.
      written = archive.write(batch);
    }
    await written;
    // Figures of seconds that are too old for their tier.
    await archive.prune(endMs);
    for (const mark of marksOf(endMs - DAY_MS)) await archive.addMark(mark);
  } finally {
    await archive.close();
  }
}

if (process.argv[1] === program) {
  const abandoned = () => process.exit(1);
  process.once('disconnect', abandoned);
  await write(process.argv[2] ?? '');
  process.off('disconnect', abandoned);
  process.disconnect?.();
}
