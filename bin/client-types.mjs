/** The declarations of the client's package, for `import` (`.d.ts`) and for `require` (`.d.cts`). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { run } from './children.mjs';
import { root } from './setup.mjs';

/** TypeScript takes a file's extension for its kind, in the name of a declaration and in what it imports. */
const KINDS = [
  { declaration: '.d.ts', imported: '.js' },
  { declaration: '.d.cts', imported: '.cjs' },
];
const RELATIVE = /((?:from|import\() ?['"])(\.{1,2}\/[^'"]+)(['"])/g;

/**
 * Writes what an application can reach from `entries` (sources below `lib`) into `folder`, laid out as in `lib`. Throws
 * when the compiler finds a mistake.
 */
export async function buildTypes(entries, folder) {
  const emitted = mkdtempSync(join(tmpdir(), 'lockscope-types-'));
  try {
    await emit(entries, emitted);
    for (const [name, text] of reachable(entries, emitted)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      for (const { declaration, imported } of KINDS)
        writeFileSync(join(folder, name + declaration), text.replace(RELATIVE, `$1$2${imported}$3`));
    }
  } finally {
    rmSync(emitted, { recursive: true, force: true });
  }
}

async function emit(entries, folder) {
  const options = {
    ...{ declaration: true, emitDeclarationOnly: true, noEmit: false, incremental: false },
    ...{ target: 'es2022', lib: 'esnext', module: 'esnext', moduleResolution: 'bundler', types: 'node' },
    ...{ strict: true, skipLibCheck: true, rootDir: 'lib', outDir: folder },
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '--ignoreConfig', ...flags, ...entries];
  if ((await run(process.execPath, args, { cwd: root })) !== 0)
    throw new Error('the types could not be built');
}

/** Names without extension → text, of the entries and all that they import, directly or not. */
function reachable(entries, folder) {
  const found = new Map();
  const wanted = entries.map((entry) => entry.replace(/^lib\/(.*)\.ts$/, '$1'));
  for (const name of wanted) {
    if (found.has(name)) continue;
    const text = readFileSync(join(folder, `${name}.d.ts`), 'utf8');
    found.set(name, text);
    for (const [, , path] of text.matchAll(RELATIVE)) wanted.push(normalize(join(dirname(name), path)));
  }
  return found;
}
