import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../bin/lockscope.mjs', import.meta.url));
const LONGEST_MS = 60_000;

export type Ended = { code: number; stdout: string; stderr: string };

/**
 * Runs the command line in a process of its own, as from a terminal that nobody sits at. `at` = the console that it asks
 * by default, or the folder that it is called in.
 */
export function commandLine(at: { url: string } | { folder: string }, ...args: string[]): Promise<Ended> {
  const asked = 'url' in at ? { LOCKSCOPE_URL: at.url } : {};
  const options = {
    env: { ...process.env, ...asked, LOCKSCOPE_ACTOR: 'on-call' },
    timeout: LONGEST_MS,
    ...('folder' in at && { cwd: at.folder }),
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}
