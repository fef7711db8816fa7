import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the console before the first browser test, unless the build is of these very sources. */
export default function buildOnce(): void {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../bin/build.mjs', import.meta.url))], {
    stdio: 'inherit',
  });
}
