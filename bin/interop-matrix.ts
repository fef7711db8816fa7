/**
 * The matrix of docs/interop.md, made of the results of the last `npm run test:interop`: written without arguments, compared
 * with `--check`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COLUMNS, type MatrixRow, type Verdict } from '../e2e/interop/libraries/columns';
import { readMatrix } from '../e2e/interop/libraries/matrix';
import { markdownTable, withPart } from './generated-part';

const page = new URL('../docs/interop.md', import.meta.url);

/** One line of the table: what one library did in several versions. */
type Line = { library: string; language: string; versions: string[]; rows: MatrixRow[] };

/** Markdown: the table in the order of the results, and below it what a mark with a number stands for. */
export function matrixTable(results: readonly MatrixRow[]): string {
  const notes: string[] = [];
  const lines = linesOf(results).map(({ library, language, versions, rows }) => [
    library,
    language,
    versions.join(', '),
    ...COLUMNS.map((column) => markOf(rows, (row) => row.verdicts[column], notes)),
  ]);
  const table = markdownTable(['Library', 'Language', 'Version', ...COLUMNS.map(capitalised)], lines);
  const footnotes = notes.map((note, at) => `<sup>${at + 1}</sup> ${note}`).join('<br>\n');
  return notes.length > 0 ? `${table}\n\n${footnotes}` : table;
}

function linesOf(results: readonly MatrixRow[]): Line[] {
  const lines = new Map<string, Line>();
  for (const row of results) {
    const { language, version, place } = row;
    const library = place === 'cluster' ? `${row.library}, cluster` : row.library;
    const line = lines.get(library) ?? { library, language, versions: [], rows: [] };
    lines.set(library, line);
    if (!line.versions.includes(version)) line.versions.push(version);
    line.rows.push(row);
  }
  return [...lines.values()];
}

/** The worst of the rows is what the line says; which versions those are is in the note. */
function markOf(rows: readonly MatrixRow[], verdictOf: (row: MatrixRow) => Verdict, notes: string[]): string {
  const failed = rows.filter((row) => verdictOf(row).is === 'no');
  if (failed.length > 0) {
    const where = failed.length < rows.length ? `${failed.map(({ version }) => version).join(', ')}: ` : '';
    return `✗<sup>${numberOf(`${where}${reasonOf(failed, verdictOf)}`, notes)}</sup>`;
  }
  return rows.some((row) => verdictOf(row).is === 'yes') ? '✓' : '–';
}

function reasonOf([row]: readonly MatrixRow[], verdictOf: (row: MatrixRow) => Verdict): string {
  const verdict = row && verdictOf(row);
  return verdict && verdict.is !== 'yes' ? verdict.why.replaceAll('|', '\\|') : '';
}

function numberOf(note: string, notes: string[]): number {
  const at = notes.indexOf(note);
  return at >= 0 ? at + 1 : notes.push(note);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const before = readFileSync(page, 'utf8');
  const after = withPart(before, 'interop', matrixTable(readMatrix()));
  if (!process.argv.includes('--check')) writeFileSync(page, after);
  else if (before !== after) {
    console.error('the matrix of docs/interop.md is stale: run `npm run generate:interop`');
    process.exitCode = 1;
  }
}
