/** What PHP's uniqid gives at `atMs`. */
export function uniqidAt(atMs: number): string {
  const micros = (Math.round(atMs) % 1000) * 1000 + 7;
  return `${Math.floor(atMs / 1000).toString(16)}${micros.toString(16).padStart(5, '0')}`;
}
