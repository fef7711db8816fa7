import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MadePast } from './generate';

/** Makes a past in a process of its own. Rejects when that fails, which has said why on its standard error. */
export function pastOf(url: string, of: { locks: number; days: number; nowMs: number }): Promise<MadePast> {
  const path = fileURLToPath(new URL('./make-past.ts', import.meta.url));
  const args = [url, of.locks, of.days, of.nowMs].map(String);
  const child = fork(path, args, { execArgv: ['--import', 'tsx'] });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  return new Promise<MadePast>((resolve, reject) => {
    let made: MadePast | null = null;
    child.once('message', (message) => {
      made = message as MadePast;
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      process.off('exit', end);
      if (made && code === 0) resolve(made);
      else reject(new Error(`making a past ended with ${code}`));
    });
  });
}
