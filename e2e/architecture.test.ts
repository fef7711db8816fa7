import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  barrelViolations,
  colourViolations,
  fileNameViolations,
  importsOf,
  importViolations,
  lengthViolations,
  luaViolations,
  pageViolations,
  retryViolations,
  type SourceFile,
} from './support/architecture';
import {
  exportedForNobody,
  exportedTwice,
  folderViolations,
  importCycles,
  roomViolations,
} from './support/rooms';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['lib', 'components', 'app']
  .flatMap(filesIn)
  .filter((file) => !/\.test\.tsx?$/.test(file.path));

function file(path: string, text: string): SourceFile {
  return { path, text };
}

function filesIn(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.split(sep).join('/')}`)
    .map((path) => file(path, readFileSync(join(root, path), 'utf8')));
}

describe('imports', () => {
  test('follow the table of docs/architecture.md', () => {
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.flatMap(importViolations)).toEqual([]);
  });

  test.each([
    ['lib/domain/lock.ts', `import { Redis } from 'ioredis';`],
    ['lib/domain/lock.ts', `import { createHash } from 'node:crypto';`],
    ['lib/domain/lock.ts', `import { run } from '../redis/run-script';`],
    ['lib/domain/lock.ts', `import { z } from 'zod';`],
    ['lib/domain/lock.ts', `import { Lock } from '../contract/lock';`],
    ['lib/contract/codes.ts', `import { z } from 'zod';`],
    ['lib/contract/request.ts', `import { ENDPOINTS } from './endpoints';`],
    ['lib/contract/lock.ts', `import { judge } from '../findings/core/judge';`],
    ['lib/contract/lock.ts', `import { createHash } from 'node:crypto';`],
    ['lib/locks/mutex.ts', `import type { Lock } from '../contract/lock';`],
    ['components/lock.tsx', `import { Lock, type LockEvent } from '@/lib/contract/lock';`],
    ['lib/domain/lock.ts', `import type { LockRule } from '../findings/core/lock-rule';`],
    ['lib/findings/no-ttl.ts', `import { run } from '../redis/run-script';`],
    ['lib/findings/no-ttl.ts', `import { createHash } from 'node:crypto';`],
    ['lib/redis/scan.ts', `import { formats } from '@/lib/formats';`],
    ['lib/locks/mutex.ts', `export { read } from '../inspector/read-lock';`],
    ['lib/formats/a.ts', `import { openConnection } from '../redis/connection';`],
    ['lib/collector/a.ts', `const a = await import('../server/runtime');`],
    ['lib/server/a.ts', `import {\n  one,\n  two,\n} from '../api/queries';`],
    ['lib/api/live.ts', `import type { Runtime } from '@/lib/server/runtime';`],
    ['lib/api/live.ts', `import { noTtl } from '../findings/no-ttl';`],
    ['lib/api/live.ts', `import { readFile } from 'node:fs/promises';`],
    ['components/lock.tsx', `import { Redis } from 'ioredis';`],
    ['components/lock.tsx', `import { start } from '../lib/server/runtime';`],
    ['app/api/locks/route.ts', `import { Redis } from 'ioredis';`],
    ['app/api/locks/route.ts', `import { collect } from '@/lib/collector/collector';`],
    ['app/api/locks/route.ts', `import 'server-only';`],
    ['lib/server/config.ts', `import 'server-only';`],
    ['lib/redis/scan.ts', `import { until } from '../../e2e/support/redis-server';`],
    ['lib/odds/ends.ts', ''],
  ])('would not pass: %s with %s', (path, text) => {
    expect(importViolations(file(path, text))).toHaveLength(1);
  });

  test.each([
    [
      'lib/contract/lock.ts',
      `import { parseLockId } from '../domain/keys/lock-id';\nimport { z } from 'zod';`,
    ],
    ['lib/domain/lock.ts', `import type { Lock } from '../contract/lock';`],
    ['components/lock.tsx', `import { LOCK_STATES } from '@/lib/contract/codes';`],
    ['lib/formats/a.ts', `import { scripts } from '../redis/scripts.generated';`],
    ['lib/server/start/runtime.ts', `import 'server-only';\nimport { Redis } from 'ioredis';`],
    ['components/locks/a.tsx', `import { useQuery } from '@tanstack/react-query';\nimport { b } from './b';`],
    ['app/locks/page.tsx', `import { Locks } from '@/components/locks/locks';`],
  ])('pass: %s with %s', (path, text) => {
    expect(importViolations(file(path, text))).toEqual([]);
  });

  test('are read in every shape', () => {
    const text = `import a from 'a';\nimport type {\n  B,\n} from "b";\nimport 'c';\nexport * from 'd';\nvoid import('e');`;
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('rooms', () => {
  test('of components take from what pages share, and no page from another', () => {
    expect(sources.flatMap(roomViolations)).toEqual([]);
  });

  test.each([
    ['components/nodes/a.tsx', `import { Row } from '../findings/finding-row';`],
    ['components/nodes/a.tsx', `import { Tabs } from '@/components/shell/tabs';`],
    ['components/app/a.ts', `import type { Row } from '../lock-parts/row';`],
    ['components/ui/a.tsx', `import { useTarget } from '../app/use-target';`],
  ])('would not pass: %s with %s', (path, text) => {
    expect(roomViolations(file(path, text))).toHaveLength(1);
  });

  test.each([
    ['components/nodes/a.tsx', `import { Text } from '../finding-parts/finding-text';`],
    ['components/locks-page/families/a.tsx', `import { Table } from '../wide-table';`],
    ['components/shell/a.tsx', `import { useTarget } from '../app/use-target';`],
    ['components/ui/a.tsx', `import { useT } from '../i18n/use-t';`],
  ])('pass: %s with %s', (path, text) => {
    expect(roomViolations(file(path, text))).toEqual([]);
  });

  test('have no more files than a reader takes in', () => {
    expect(folderViolations(['lib', 'components'].flatMap(filesIn).map(({ path }) => path))).toEqual([]);
    expect(folderViolations(Array.from({ length: 41 }, (_, i) => `lib/a/${i}.ts`))).toHaveLength(1);
    expect(folderViolations(Array.from({ length: 40 }, (_, i) => `lib/a/${i}.ts`))).toEqual([]);
  });

  test('have no files that import each other in a ring, types too', () => {
    expect(importCycles(sources)).toEqual([]);
  });

  test('export a name from one file only', () => {
    expect(exportedTwice(sources)).toEqual([]);
    expect(
      exportedTwice([file('lib/a.ts', 'export type Vote = 1;'), file('lib/b.ts', 'export const Vote = 1;')]),
    ).toHaveLength(1);
    expect(
      exportedTwice([
        file('app/a/page.tsx', 'export const metadata = {};'),
        file('app/b/page.tsx', 'export const metadata = {};'),
      ]),
    ).toEqual([]);
    const schema = 'export const Vote = z.object({});\nexport type Vote = z.infer<typeof Vote>;';
    expect(exportedTwice([file('lib/contract/a.ts', schema)])).toEqual([]);
  });

  test('export nothing that no other file takes', () => {
    const others = ['lib', 'components', 'app', 'bin', 'e2e'].flatMap(filesIn);
    expect(exportedForNobody(sources, others)).toEqual([]);
    const own = file('lib/a.ts', 'export const only = 1;\nconst sum = only + 1;');
    expect(exportedForNobody([own], [])).toEqual(['lib/a.ts exports only, which no other file takes']);
    expect(exportedForNobody([own], [file('lib/a.test.ts', `import { only } from './a';`)])).toEqual([]);
  });

  test('a ring is found, however long', () => {
    const ring = [
      file('lib/a.ts', `import type { B } from './b';`),
      file('lib/b.ts', `export { c } from '@/lib/c';`),
      file('lib/c.ts', `const a = await import('./a');`),
      file('lib/d.ts', `import { a } from './a';`),
    ];
    expect(importCycles(ring)).toEqual([['lib/a.ts', 'lib/b.ts', 'lib/c.ts']]);
    expect(importCycles(ring.slice(1))).toEqual([]);
  });
});

describe('barrels', () => {
  test('are the two that are allowed', () => expect(sources.flatMap(barrelViolations)).toEqual([]));

  test.each([
    ['components/ui/index.ts', `export const a = 1;`],
    ['lib/server/all.ts', `// everything\nexport * from './a';\nexport { b, type C } from './b';`],
  ])('would not pass: %s', (path, text) => {
    expect(barrelViolations(file(path, text))).toHaveLength(1);
  });

  test('are not files that add something of their own', () => {
    const text = `export { a } from './a';\nexport const b = 1;`;
    expect(barrelViolations(file('lib/server/b.ts', text))).toEqual([]);
  });
});

describe('Lua', () => {
  test('is in lib/redis/scripts and nowhere else', () => expect(sources.flatMap(luaViolations)).toEqual([]));

  test.each([
    "const s = `return redis.call('GET', KEYS[1])`;",
    `const s = "redis.pcall('DEL', key)";`,
    "const s = 'return ' + 'ARGV[1]';",
    `client.defineCommand('release', {});`,
  ])('would not pass: %s', (text) => expect(luaViolations(file('lib/locks/mutex.ts', text))).toHaveLength(1));
});

test('a call of the client is no Lua', () => {
  expect(luaViolations(file('lib/redis/a.ts', `await redis.call('PUBSUB', 'NUMSUB');`))).toEqual([]);
});

describe('files', () => {
  test('are at most 300 lines long', () => expect(sources.flatMap(lengthViolations)).toEqual([]));
  test('have names in kebab-case', () => expect(sources.flatMap(fileNameViolations)).toEqual([]));

  test('would not pass with one line more', () => {
    expect(lengthViolations(file('lib/a.ts', 'x\n'.repeat(300)))).toEqual([]);
    expect(lengthViolations(file('lib/a.ts', 'x\n'.repeat(301)))).toHaveLength(1);
  });

  test.each(['components/LockTable.tsx', 'lib/api/use_now.ts'])('would not pass as %s', (path) => {
    expect(fileNameViolations(file(path, ''))).toHaveLength(1);
  });
});

describe('pages', () => {
  test('are server components', () => expect(sources.flatMap(pageViolations)).toEqual([]));

  test.each(['app/page.tsx', 'app/locks/page.tsx', 'app/locks/[target]/[key]/page.tsx'])(
    'would not pass with "use client": %s',
    (path) => expect(pageViolations(file(path, `// why\n"use client";\n`))).toHaveLength(1),
  );
});

test('links fetch nothing before they are clicked: none is that of Next', () => {
  const own = sources.filter(
    ({ path, text }) => importsOf(text).includes('next/link') && !path.startsWith('e2e/'),
  );
  expect(own.map(({ path }) => path)).toEqual([]);
});

describe('colours', () => {
  test('come from the tokens', () => expect(sources.flatMap(colourViolations)).toEqual([]));

  test.each([
    'fill="#fff"',
    "color: '#12ab34'",
    'bg-[#0b0d10]',
    'bg-red-500',
    'dark:hover:text-zinc-400/80',
    'text-white',
    'rgb(0 0 0)',
  ])('would not pass: %s', (colour) =>
    expect(colourViolations(file('components/a.tsx', `<i className="${colour}" />`))).toHaveLength(1),
  );

  test.each(['text-at-risk', 'href="#main"', 'bg-surface-2', 'url(#gradient-held)', 'border-line'])(
    'pass: %s',
    (text) => expect(colourViolations(file('components/a.tsx', `<i className="${text}" />`))).toEqual([]),
  );
});

describe('tests', () => {
  test('are run once, whatever becomes of them', () => {
    const tests = ['lib', 'components', 'bin', 'e2e']
      .flatMap(filesIn)
      .filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path));
    const settings = [
      'vitest.config.ts',
      'e2e/playwright.config.ts',
      'package.json',
      '.ci/run',
      'bin/test.mjs',
      'bin/interop.mjs',
    ];
    const run = settings.map((path) => file(path, readFileSync(join(root, path), 'utf8')));
    expect(tests.length).toBeGreaterThan(0);
    expect(
      [...tests, ...run].filter(({ path }) => path !== 'e2e/architecture.test.ts').flatMap(retryViolations),
    ).toEqual([]);
  });

  test.each([`test('a', { retry: 4 }, run);`, 'export default { retries: 2 };', 'vitest run --retry 2'])(
    'would not pass: %s',
    (text) => {
      expect(retryViolations(file('lib/a.test.ts', text))).toHaveLength(1);
    },
  );
});
