type Cell = string | number | boolean | null;

/**
 * Rows as CSV (RFC 4180). An unknown value is an empty field. A text that a spreadsheet would run as a formula gets a
 * leading apostrophe, because keys are untrusted text; wide forms of the signs count too (OWASP, CSV injection).
 */
export function csvOf(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

function fieldOf(value: Cell): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
