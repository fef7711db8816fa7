/** Builds the Redisson programs: one for each version in versions.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mavenPackage, requireJava } from '../maven.mjs';
import { unlessBuilt } from '../toolchain.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const versions = JSON.parse(readFileSync(join(folder, 'versions.json'), 'utf8'));

/** Builds what is not built from the present sources. Ends the process with a message when something is missing. */
export async function buildRedisson() {
  requireJava();
  const sources = [join(folder, 'pom.xml'), join(folder, 'src')];
  for (const version of versions) {
    await unlessBuilt(join(folder, 'target', version, 'built-from'), sources, () =>
      mavenPackage(folder, `Redisson ${version}`, [`-Dredisson.version=${version}`]),
    );
  }
}
