import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from './program';

const target = fileURLToPath(new URL('redisson/target/', import.meta.url));

const JVM = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];

/** Redisson of one version in a JVM of its own. Throws when that version was not built. */
export async function startRedisson(version: string): Promise<Program> {
  const folder = join(target, version);
  if (!existsSync(join(folder, 'program.jar')))
    throw new Error(`Redisson ${version} is not built; use: npm run test:interop`);
  const classpath = `${join(folder, 'program.jar')}:${join(folder, 'lib')}/*`;
  return startProgram('java', [...JVM, '-cp', classpath, 'lockscope.interop.Program']);
}
