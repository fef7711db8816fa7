/** Licences of the packages that a packed console contains: most of them ask to go where the code goes. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup.mjs';

const LICENCE = /^(?:licen[cs]e|copying|notice)(?:[.-]|$)/i;
/** Of the platform or of development alone: none of their code is packed. */
const NOT_PACKED =
  /^(?:tsx|esbuild|get-tsconfig|resolve-pkg-maps|fsevents|sharp|@esbuild\/.*|@img\/.*|@next\/swc-.*)$/;
/** Packages that Next carries within its own. */
const WITHIN_NEXT = 'next/dist/compiled';

/**
 * One text with the name, version and licence of each package; packages with the same text share it. `modules` = the folder
 * `node_modules` that is packed; packages for browsers are built into other files.
 */
export function notices(modules) {
  const byText = new Map();
  for (const { name, version, license, text } of [...packages(modules), ...withinNext(modules)]) {
    const names = byText.get(text) ?? [];
    byText.set(text, [...names, `${name} ${version} (${license})`]);
  }
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text.trim()}\n`);
  return `Lockscope contains these packages, under their own licences.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function packages(modules) {
  const { packages: all } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(all).flatMap(([path, { dev, devOptional, version, license }]) => {
    const name = path.split('node_modules/').at(-1);
    const isForUse = !dev && !devOptional && !NOT_PACKED.test(name);
    const isPacked = path !== '' && (isForUse || existsSync(join(modules, name)));
    // The lock file has the platforms of all, and this machine one of them.
    if (!isPacked || !existsSync(join(root, path))) return [];
    return [{ name, version, license, text: licenceIn(join(root, path)) }];
  });
}

function withinNext(modules) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/next/package.json'), 'utf8'));
  return packagesIn(join(modules, WITHIN_NEXT)).flatMap((name) => {
    const text = licenceIn(join(root, 'node_modules', WITHIN_NEXT, name));
    return text ? [{ name, version: `in next ${version}`, license: 'below', text }] : [];
  });
}

/** Names of the packages in a folder, those with a scope too. */
export function packagesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    if (!entry.name.startsWith('@')) return [entry.name];
    return readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`);
  });
}

function licenceIn(folder) {
  return readdirSync(folder)
    .filter((name) => LICENCE.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
