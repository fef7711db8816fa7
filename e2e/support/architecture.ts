import { dirname, join, normalize } from 'node:path/posix';

/** A source file: its path from the repository's root, with `/`, and its text. */
export type SourceFile = { path: string; text: string };

/** One broken rule; the text names the file. */
export type Violation = string;

/** The table of docs/architecture.md: what each folder may import, besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'lib/contract': ['lib/domain'],
  'lib/domain': ['lib/contract'],
  'lib/findings': ['lib/contract', 'lib/domain'],
  'lib/i18n': ['lib/contract', 'lib/domain'],
  'lib/redis': ['lib/contract', 'lib/domain'],
  'lib/locks': ['lib/domain', 'lib/redis'],
  'lib/formats': ['lib/contract', 'lib/domain', 'lib/redis'],
  'lib/history': ['lib/contract', 'lib/domain', 'lib/findings', 'lib/redis'],
  'lib/insights': ['lib/contract', 'lib/domain', 'lib/history'],
  'lib/reads': [
    'lib/contract',
    'lib/domain',
    'lib/redis',
    'lib/formats',
    'lib/findings',
    'lib/history',
    'lib/insights',
    'lib/collector',
    'lib/server',
  ],
  'lib/actions': [
    'lib/contract',
    'lib/domain',
    'lib/redis',
    'lib/formats',
    'lib/collector',
    'lib/history',
    'lib/reads',
    'lib/server',
  ],
  'lib/collector': [
    'lib/contract',
    'lib/domain',
    'lib/redis',
    'lib/formats',
    'lib/findings',
    'lib/history',
    'lib/locks',
  ],
  'lib/server': [
    'lib/contract',
    'lib/domain',
    'lib/redis',
    'lib/locks',
    'lib/formats',
    'lib/findings',
    'lib/history',
    'lib/reads',
    'lib/collector',
    'lib/actions',
  ],
  'lib/api': ['lib/contract', 'lib/domain'],
  components: ['lib/contract', 'lib/domain', 'lib/i18n', 'lib/api'],
  app: ['components', 'lib/i18n', 'lib/api', 'lib/server'],
};

/** The contract is below domain: it takes only what needs nothing else. */
const LEAVES = ['keys/bytes', 'keys/lock-id', 'values/counted', 'values/moment-text'].map(
  (file) => `lib/domain/${file}`,
);
/** Files of the contract without schemas: all others bring zod, which only the server may carry. */
const WITHOUT_SCHEMAS = [
  'codes',
  'action-codes',
  'finding-codes',
  'insight-codes',
  'node-codes',
  'rights',
  'limits',
  'request',
].map((file) => `lib/contract/${file}`);
/** Formats name scripts; they have no business with connections. */
const SCRIPT_FILES = ['run-script', 'scripts.generated', 'reply-code'].map((file) => `lib/redis/${file}`);
const BARRELS = ['lib/locks/index.ts', 'lib/formats/index.ts'];
const LINE_LIMIT = 300;

/** Everything that `file` imports or re-exports, as written. */
export function importsOf(text: string): string[] {
  const from = /^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm;
  const bare = /^\s*import\s*['"]([^'"]+)['"]/gm;
  const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [from, bare, dynamic].flatMap((shape) => [...text.matchAll(shape)].map((match) => match[1] ?? ''));
}

/** The folder of the table that a path is in, or null. */
export function folderOf(path: string): string | null {
  return Object.keys(MAY_IMPORT).find((folder) => path.startsWith(`${folder}/`)) ?? null;
}

export function importViolations(file: SourceFile): Violation[] {
  const folder = folderOf(file.path);
  if (!folder) return [`${file.path} is in no folder of the table`];
  const values = valueImportsOf(file.text);
  return importsOf(file.text).flatMap((specifier) => {
    const problem =
      importProblem(file.path, folder, specifier) ??
      (values.includes(specifier) ? schemaProblem(file.path, folder, specifier) : null);
    return problem ? [`${file.path} imports ${specifier}: ${problem}`] : [];
  });
}

/** What of `importsOf` is there when the program runs. */
export function valueImportsOf(text: string): string[] {
  return importsOf(text.replace(/^\s*(?:import|export)\s+type\b[^'";]*?\bfrom\s*['"][^'"]+['"]/gm, ''));
}

function schemaProblem(path: string, folder: string, specifier: string): string | null {
  const target = projectPath(path, specifier) ?? specifier;
  const bringsZod = target === 'zod' || target.startsWith('lib/contract/');
  if (!bringsZod || WITHOUT_SCHEMAS.includes(target)) return null;
  if (WITHOUT_SCHEMAS.includes(path.replace(/\.ts$/, '')))
    return 'a browser takes this file: no schemas in it';
  const mayCarry = ['lib/server', 'lib/actions', 'lib/reads', 'lib/contract'];
  return mayCarry.includes(folder) ? null : 'only the server carries schemas';
}

function importProblem(path: string, folder: string, specifier: string): string | null {
  const target = projectPath(path, specifier);
  if (target === null) return packageProblem(path, folder, specifier);
  const into = folderOf(target) ?? folderOf(`${target}/`);
  if (into === folder) return null;
  if (!into) return 'it is in no folder of the table';
  if (!MAY_IMPORT[folder]?.includes(into)) return `${folder} may not import ${into}`;
  if (folder === 'lib/contract' && !LEAVES.includes(target)) return 'the contract takes leaves only';
  if (folder === 'lib/formats' && into === 'lib/redis' && !SCRIPT_FILES.includes(target)) {
    return 'formats may import scripts only';
  }
  return null;
}

/** Path from the root of what a relative or `@/` specifier names, without extension; null for a package. */
/** Where an import of `path` leads within the project, without its ending; null = to a package. */
export function projectPath(path: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return normalize(specifier.slice(2)).replace(/\.tsx?$/, '');
  if (specifier.startsWith('.')) return normalize(join(dirname(path), specifier)).replace(/\.tsx?$/, '');
  return null;
}

function packageProblem(path: string, folder: string, specifier: string): string | null {
  if (specifier === 'server-only') {
    return path === 'lib/server/start/runtime.ts'
      ? null
      : 'only lib/server/start/runtime.ts is marked server-only';
  }
  const isNode = specifier.startsWith('node:');
  if (folder === 'lib/contract' && specifier !== 'zod') return 'the contract is made of zod alone';
  if (folder === 'lib/domain' || folder === 'lib/findings') return `${folder} is pure`;
  const inBrowser = folder === 'components' || folder === 'lib/api';
  if (inBrowser && (isNode || specifier === 'ioredis' || specifier === 'pino')) return 'it runs in a browser';
  if (folder === 'app' && specifier === 'ioredis') return 'routes reach Redis through lib/server';
  return null;
}

/** A barrel is a file that is called index or that does nothing but re-export. */
export function barrelViolations(file: SourceFile): Violation[] {
  if (BARRELS.includes(file.path)) return [];
  if (/(?:^|\/)index\.tsx?$/.test(file.path)) return [`${file.path} is a barrel`];
  const rest = withoutComments(file.text)
    .replace(/export\s+(?:type\s+)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g, '')
    .trim();
  return rest === '' && file.text.trim() !== '' ? [`${file.path} only re-exports`] : [];
}

const LUA = /\bredis\.p?call\b|\b(?:KEYS|ARGV)\s*\[/;

/** Lua is in `.lua` files alone. Calls of a client's own method `call` are no Lua. */
export function luaViolations(file: SourceFile): Violation[] {
  if (file.path === 'lib/redis/scripts.generated.ts') return [];
  return [
    ...(literalsOf(file.text).some((text) => LUA.test(text)) ? [`${file.path} holds Lua`] : []),
    ...(/\bdefineCommand\b/.test(file.text) ? [`${file.path} uses defineCommand`] : []),
  ];
}

export function lengthViolations(file: SourceFile): Violation[] {
  if (file.path.endsWith('.generated.ts')) return [];
  const lines = file.text.trimEnd().split('\n').length;
  return lines > LINE_LIMIT ? [`${file.path} has ${lines} lines; ${LINE_LIMIT} is the limit`] : [];
}

export function pageViolations(file: SourceFile): Violation[] {
  if (!/^app\/(?:.*\/)?page\.tsx$/.test(file.path)) return [];
  const start = withoutComments(file.text).trimStart();
  return /^['"]use client['"]/.test(start) ? [`${file.path} is a page on the client`] : [];
}

const PALETTE =
  'slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose';
const COLOURS = [
  /(?<=["'`[\s:(,])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])/gi,
  new RegExp(`(?<![\\w-])[a-z]+(?:-[a-z]+)*-(?:(?:${PALETTE})-\\d{2,3}|black|white)(?![\\w-])`, 'g'),
  /\b(?:rgba?|hsla?|oklch|oklab|lab|lch)\(\s*\d/g,
];

/** Colours come from the tokens of globals.css. */
export function colourViolations(file: SourceFile): Violation[] {
  if (!file.path.endsWith('.tsx')) return [];
  const text = withoutComments(file.text);
  return COLOURS.flatMap((shape) => text.match(shape) ?? []).map((colour) => `${file.path} has ${colour}`);
}

export function fileNameViolations(file: SourceFile): Violation[] {
  const name = file.path.split('/').pop() ?? '';
  return /^[a-z0-9]+(?:[-.][a-z0-9]+)*\.tsx?$/.test(name) ? [] : [`${file.path} is not in kebab-case`];
}

function literalsOf(text: string): string[] {
  return withoutComments(text).match(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g) ?? [];
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');
}

/** A test that may fail and be tried again says nothing: of what fails now and then the cause is mended. */
export function retryViolations({ path, text }: SourceFile): string[] {
  return /\b(?:retry|retries|repeats)\s*:\s*[1-9]|\.retry\(\d|--retr(?:y|ies)\b/.test(text)
    ? [`${path} tries again`]
    : [];
}
