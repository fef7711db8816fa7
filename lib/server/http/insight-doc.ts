import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSIGHT_CODES } from '../../contract/insight-codes';

/** Formula and limits of an insight as `docs/insights` has them, in Markdown, `<code>.md`; 404 where there is none. */
export async function insightDoc(file: string): Promise<Response> {
  const code = INSIGHT_CODES.find((each) => file === `${each}.md`);
  const text =
    code && (await readFile(join(process.cwd(), 'docs', 'insights', `${code}.md`), 'utf8').catch(() => null));
  if (!text) return new Response('There is no such page.\n', { status: 404, headers: PLAIN });
  return new Response(text, { headers: PLAIN });
}

/** Browsers show it in place; they would keep `text/markdown` as a file. */
const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };
