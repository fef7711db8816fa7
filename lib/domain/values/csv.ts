/**
 * Rows as CSV (RFC 4180). What cannot be known is an empty field. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front: keys are foreign text.
 */
export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

function fieldOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
