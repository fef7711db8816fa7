import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path/posix';
import { projectPath, valueImportsOf } from './architecture.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts'];

/** The tests in these folders that start no process, and so need nothing but Node; paths from the root of the project. */
export function pureTestsIn(folders: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.(?:ts|mjs)$/.test(name))
      .map((name) => join(folder, name))
      .filter((path) => !startsProcesses(path, known)),
  );
}

/** Whether a file, or anything it imports, can start a process. */
function startsProcesses(path: string, known: Map<string, boolean>): boolean {
  const before = known.get(path);
  if (before !== undefined) return before;
  known.set(path, false); // of a cycle the other files tell
  const imports = valueImportsOf(readFileSync(join(ROOT, path), 'utf8'));
  const does = imports.some((specifier) => {
    if (specifier === 'node:child_process') return true;
    const target = projectPath(path, specifier);
    const file = target && ENDINGS.map((ending) => target + ending).find(isFile);
    return file ? startsProcesses(file, known) : false;
  });
  known.set(path, does);
  return does;
}

function isFile(path: string): boolean {
  return existsSync(join(ROOT, path)) && /\.(?:tsx?|mjs)$/.test(path);
}
