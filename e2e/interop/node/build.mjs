/** Installs the queues; the other Node libraries are among the packages of the repository. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../../bin/children.mjs';
import { unlessBuilt, untilDone } from '../toolchain.mjs';

const folder = fileURLToPath(new URL('queues/', import.meta.url));

export async function installQueues() {
  const sources = ['package.json', 'package-lock.json'].map((name) => join(folder, name));
  await unlessBuilt(join(folder, 'node_modules/.built-from'), sources, () =>
    untilDone('installing BullMQ and Bull (npm ci)', () =>
      run('npm', ['ci', '--include=dev', '--no-fund', '--no-audit', '--ignore-scripts'], {
        cwd: folder,
        stdio: ['ignore', 2, 2],
      }),
    ),
  );
}
