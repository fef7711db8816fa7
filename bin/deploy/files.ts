import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const CHART = join(root, 'deploy/helm/lockscope');
export const GUIDE = 'docs/deployment.md';

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Paths of all files below a folder of the repository, from its root. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

/** A YAML document as the newest rules read it; a key that is there twice throws. */
export function yamlOf<T>(text: string): T {
  return parse(text, { uniqueKeys: true }) as T;
}

/** The blocks of code in a page that are in this language. */
export function blocksOf(page: string, language: string): string[] {
  const pattern = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...page.matchAll(pattern)].map(([, code = '']) => code);
}

/** Variables of an image: those of the lines `ENV` of its last stage. */
export function imageVariables(): Record<string, string> {
  const [, last = ''] = textOf('deploy/Containerfile')
    .replaceAll('\\\n', ' ')
    .split(/^FROM \$\{BASE\}$/m);
  const pairs = [...last.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.trim().split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
}
