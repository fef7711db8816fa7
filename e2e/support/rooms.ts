import { dirname } from 'node:path/posix';
import { importsOf, projectPath, type SourceFile, type Violation } from './architecture';

/** Rooms that every other may take from, and that know of none but each other. */
const COMMON = ['ui', 'i18n'];

/**
 * The rooms of `components` that are no page, and what each takes from besides `ui` and `i18n`. A page takes from all that
 * pages share, and never from another page: what two pages need has a room of its own.
 */
const SHARED: Record<string, readonly string[]> = {
  app: [],
  charts: ['app'],
  'finding-parts': ['app'],
  'lock-parts': ['app'],
  'history-parts': ['app', 'charts', 'list-parts'],
  'insight-parts': ['charts'],
  'list-parts': ['app', 'lock-parts'],
  'past-parts': ['app', 'lock-parts'],
  passkeys: ['app'],
  actions: ['app', 'lock-parts', 'passkeys'],
  bulk: ['app', 'list-parts', 'lock-parts', 'passkeys'],
  timeline: ['app', 'charts', 'lock-parts'],
};
/** What stands around every page; no page knows of it. */
const FRAME: Record<string, readonly string[]> = {
  rewind: ['app'],
  shell: ['app', 'lock-parts', 'passkeys', 'actions', 'rewind'],
};

/** Beyond so many files nobody reads the list of them. */
const FOLDER_LIMIT = 40;

function roomOf(path: string): string | null {
  return /^components\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function mayTake(room: string): readonly string[] {
  if (COMMON.includes(room)) return COMMON;
  return [...COMMON, ...(SHARED[room] ?? FRAME[room] ?? Object.keys(SHARED))];
}

/** Imports of a component from a room that its own may not take from. */
export function roomViolations({ path, text }: SourceFile): Violation[] {
  const room = roomOf(path);
  if (room === null) return [];
  return importsOf(text).flatMap((specifier) => {
    const into = roomOf(projectPath(path, specifier) ?? '');
    if (into === null || into === room || mayTake(room).includes(into)) return [];
    return [`${path} imports ${specifier}: ${room} may not take from ${into}`];
  });
}

/** Folders with more files than a reader can take in. */
export function folderViolations(paths: readonly string[]): Violation[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > FOLDER_LIMIT)
    .map(([folder, count]) => `${folder} has ${count} files; ${FOLDER_LIMIT} is the limit`);
}

/** Files that import each other in a ring, types too: each ring once, its files sorted. */
export function importCycles(files: readonly SourceFile[]): string[][] {
  const graph = importGraph(files);
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];

  /** Tarjan's strongly connected components. */
  function visit(path: string): number {
    const number = numbers.size;
    numbers.set(path, number);
    open.push(path);
    let low = number;
    for (const next of graph.get(path) ?? []) {
      if (!numbers.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, numbers.get(next) ?? low);
    }
    if (low === number) {
      const ring = open.splice(open.indexOf(path));
      if (ring.length > 1) cycles.push(ring.sort());
    }
    return low;
  }

  for (const path of graph.keys()) if (!numbers.has(path)) visit(path);
  return cycles;
}

function importGraph(files: readonly SourceFile[]): Map<string, string[]> {
  const byName = new Map(files.map(({ path }) => [path.replace(/\.tsx?$/, ''), path]));
  return new Map(
    files.map(({ path, text }) => {
      const targets = importsOf(text).map((specifier) => {
        const target = projectPath(path, specifier) ?? '';
        return byName.get(target) ?? byName.get(`${target}/index`);
      });
      return [path, targets.filter((target) => target !== undefined)];
    }),
  );
}

/** What Next reads of every page and route under these names. */
const READ_BY_NEXT = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'metadata', 'generateMetadata', 'dynamic'];

/** Names that two files export: who looks one up lands in the wrong file half of the time. Catalogues share theirs. */
export function exportedTwice(files: readonly SourceFile[]): Violation[] {
  const homes = new Map<string, string[]>();
  for (const { path, text } of files) {
    if (/^lib\/i18n\/(?:en|zh)\/|\.fixture\.ts$/.test(path)) continue;
    for (const name of exportsOf(text)) homes.set(name, [...(homes.get(name) ?? []), path]);
  }
  return [...homes]
    .filter(([name, paths]) => paths.length > 1 && !READ_BY_NEXT.includes(name))
    .map(([name, paths]) => `${name} is exported by ${paths.join(' and ')}`);
}

/**
 * Names that are exported and that no other file has: what nobody takes is private, or is not needed at all. `others` = files
 * that take as well, tests among them. A page or route is read by Next, and a catalogue as a whole.
 */
export function exportedForNobody(files: readonly SourceFile[], others: readonly SourceFile[]): Violation[] {
  const takenBy = new Map<string, Set<string>>();
  for (const { path, text } of [...files, ...others])
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g))
      takenBy.set(word, (takenBy.get(word) ?? new Set()).add(path));
  return files
    .filter(({ path }) => !/^app\/|^lib\/i18n\/(?:en|zh)\/|\.generated\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      exportsOf(text)
        .filter((name) => takenBy.get(name)?.size === 1)
        .map((name) => `${path} exports ${name}, which no other file takes`),
    );
}

function exportsOf(text: string): string[] {
  const shape = /^export (?:async )?(?:type|const|function\*?|class|interface|enum|let) ([\w$]+)/gm;
  return [...new Set([...text.matchAll(shape)].map((match) => match[1] ?? ''))];
}
