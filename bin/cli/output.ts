import { replaceControls } from '../../lib/domain/keys/bytes';

/** Where a command writes. Tests give their own. */
export type Output = {
  line(text: string): void;
  errorLine(text: string): void;
  /** Asks a person; null when there is none. */
  ask(question: string): Promise<string | null>;
};

/** Rows under headings, each column as wide as its widest cell; the last one is not padded. */
export function table(headings: string[], rows: string[][]): string {
  const cells = rows.map((row) => row.map(inOneLine));
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const format = (row: string[]) =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ');
  return [headings, ...cells].map(format).join('\n');
}

/** Names and values below each other. */
export function facts(pairs: [name: string, value: string][]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${inOneLine(value)}`).join('\n');
}

/** As a terminal may show it: what others wrote moves no cursor and turns no text around. JSON stays the same JSON. */
export function printable(text: string): string {
  return replaceControls(text, (control) => (/[\n\t]/.test(control) ? control : escaped(control)));
}

/** A cell or value, which must not begin a line that looks like another one. */
function inOneLine(text: string): string {
  return replaceControls(text, escaped);
}

function escaped(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
