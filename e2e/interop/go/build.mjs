/** Builds the program of the Go libraries. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../../bin/children.mjs';
import { fail, unlessBuilt, untilDone, versionOf } from '../toolchain.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const OLDEST_GO = 26;

/** Ends the process with a message when something is missing. */
export async function buildGo() {
  const [, minor] = versionOf('go', ['version'], /go(\d+)\.(\d+)/) ?? [];
  if (!(minor >= OLDEST_GO)) {
    const there = minor === undefined ? 'go cannot be run.' : `go is of version 1.${minor}.`;
    fail(`${there} The tests with Go libraries need Go 1.${OLDEST_GO}, which redsync asks for.`, {
      anywhere: 'https://go.dev/dl/',
      macOS: 'brew install go',
    });
  }
  const sources = ['go.mod', 'go.sum', 'program.go', 'libraries.go'].map((name) => join(folder, name));
  await unlessBuilt(join(folder, 'target/built-from'), sources, () =>
    untilDone('building the Go libraries, from the module proxy', () =>
      run('go', ['build', '-mod=readonly', '-o', 'target/program', '.'], { cwd: folder }),
    ),
  );
}
