/**
 * The matrix of README.md, made of the results of the last `npm run test:interop`: written without arguments, compared
 * with `--check`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { COLUMNS, type MatrixRow, type Verdict } from '../e2e/interop/libraries/columns';
import { readMatrix } from '../e2e/interop/libraries/matrix';

const START = '<!-- interop:start -->';
const END = '<!-- interop:end -->';
const readme = new URL('../README.md', import.meta.url);

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
  const head = ['Library', 'Language', 'Version', ...COLUMNS.map(capitalised)];
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const footnotes = notes.map((note, at) => `<sup>${at + 1}</sup> ${note}`).join('<br>\n');
  return [...table, ...(notes.length > 0 ? ['', footnotes] : [])].join('\n');
}

/** `text` with what stands between the markers replaced by `table`. Throws when a marker is missing. */
export function withMatrix(text: string, table: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the text lacks ${START} … ${END}`);
  return `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`;
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
  const before = readFileSync(readme, 'utf8');
  const after = withMatrix(before, matrixTable(readMatrix()));
  if (!process.argv.includes('--check')) writeFileSync(readme, after);
  else if (before !== after) {
    console.error('the matrix of README.md is stale: run `npm run generate:interop`');
    process.exitCode = 1;
  }
}
