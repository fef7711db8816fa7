/** Where a command writes. Tests give their own. */
export type Output = {
  line(text: string): void;
  errorLine(text: string): void;
  /** Asks a person; null when there is none. */
  ask(question: string): Promise<string | null>;
};

/** Rows under headings, each column as wide as its widest cell; the last one is not padded. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const format = (row: string[]) =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ');
  return [headings, ...rows].map(format).join('\n');
}

/** Names and values below each other. */
export function facts(pairs: [name: string, value: string][]): string {
  const width = Math.max(...pairs.map(([name]) => name.length));
  return pairs.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
