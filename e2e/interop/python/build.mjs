/** Makes the virtual environment of the Python libraries. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../../bin/children.mjs';
import { fail, unlessBuilt, untilDone, versionOf } from '../toolchain.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const venv = join(folder, 'target/venv');
const OLDEST_PYTHON = 10;
const HELP = { 'Debian, Ubuntu': 'apt-get install python3 python3-venv', macOS: 'brew install python' };

/** Ends the process with a message when something is missing. */
export async function buildPython() {
  const [, minor] = versionOf('python3', ['--version'], /Python (\d+)\.(\d+)/) ?? [];
  if (!(minor >= OLDEST_PYTHON)) {
    const there = minor === undefined ? 'python3 cannot be run.' : `python3 is of version 3.${minor}.`;
    fail(`${there} The tests with Python libraries need Python 3.${OLDEST_PYTHON} with venv.`, HELP);
  }
  await unlessBuilt(join(folder, 'target/built-from'), [join(folder, 'requirements.txt')], async () => {
    rmSync(venv, { recursive: true, force: true });
    if ((await run('python3', ['-m', 'venv', venv])) !== 0) fail('python3 -m venv failed.', HELP);
    const install = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '-r', 'requirements.txt'];
    await untilDone('installing the Python libraries, from PyPI', () =>
      run(join(venv, 'bin/python'), install, { cwd: folder, stdio: ['ignore', 2, 2] }),
    );
  });
}
