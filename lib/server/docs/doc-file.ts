import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConsoleError } from '../../domain/values/errors';
import { docLibrary } from './library';

/** Pictures; every other file is text that a browser shows. */
const PICTURES: Record<string, string> = { png: 'image/png' };

/**
 * A file of the documentation: a picture, a dashboard, rules of alerts, or the Markdown of a page. `name` is its path from
 * the root of the repository. Throws `not-found` for everything that is none of them.
 */
export async function docFile(name: string): Promise<Response> {
  const { files } = await docLibrary();
  if (!files.has(name)) throw new ConsoleError('not-found', 'The documentation has no such file.');
  const path = join(/* turbopackIgnore: true */ process.cwd(), name);
  const bytes = await readFile(/* turbopackIgnore: true */ path);
  const type = PICTURES[name.slice(name.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8';
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type, 'cache-control': 'no-cache' },
  });
}
