import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const WRITER = fileURLToPath(new URL('history-writer.ts', import.meta.url));

/** A process that writes numbered batches into a history. */
export type HistoryChild = {
  /** Numbers that it said are stored, in order. */
  acknowledged: number[];
  /** Resolves when it said so of as many; throws when it ends before. */
  said(count: number): Promise<void>;
  kill(): Promise<void>;
};

export function startHistoryChild(url: string, target: string, first: number): HistoryChild {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, url, target, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const acknowledged: number[] = [];
  let errors = '';
  let look = () => {};
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    acknowledged.push(Number(line));
    look();
  });
  const read = once(lines, 'close');
  const gone = once(child, 'exit');
  return {
    acknowledged,
    said: (count) =>
      new Promise((resolve, reject) => {
        look = () => acknowledged.length >= count && resolve();
        gone.then(() => reject(new Error(`the writer ended: ${errors}`)));
        look();
      }),
    async kill() {
      child.kill('SIGKILL');
      await Promise.all([gone, read]);
    },
  };
}
