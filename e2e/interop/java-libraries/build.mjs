/** Builds the program of the Java libraries that are not Redisson. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mavenPackage, requireJava } from '../maven.mjs';
import { unlessBuilt } from '../toolchain.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const shared = fileURLToPath(new URL('../redisson/src/', import.meta.url));

/** Ends the process with a message when something is missing. */
export async function buildJavaLibraries() {
  requireJava();
  const sources = [join(folder, 'pom.xml'), join(folder, 'src'), shared];
  await unlessBuilt(join(folder, 'target/built-from'), sources, () =>
    mavenPackage(folder, 'the Java libraries'),
  );
}
