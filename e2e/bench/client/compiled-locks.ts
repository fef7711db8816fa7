import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The client as plain JavaScript, as its users have it and as the other libraries come. */
export function compiledLocks(): Promise<typeof import('../../../lib/locks')> {
  return compiled('lib/locks/index.ts');
}

/**
 * A module of the repository as plain JavaScript. What runs `.ts` files here names every function at run time, which costs
 * code made of small functions a third of its speed.
 */
export async function compiled<T>(entry: string): Promise<T> {
  // Inside the repository, where the packages it imports are found.
  const folder = await mkdtemp(join(root, 'node_modules', '.lockscope-bench-'));
  const outfile = join(folder, 'locks.mjs');
  try {
    await build({
      entryPoints: [join(root, entry)],
      outfile,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
