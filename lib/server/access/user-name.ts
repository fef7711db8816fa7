/** A name that a proxy or provider gives somebody, as the audit and the screen can show it; null = it is none. */
export function userNameOf(text: unknown): string | null {
  const name = typeof text === 'string' ? text.trim() : '';
  return /^[\x20-\x7e]{1,128}$/.test(name) ? name : null;
}
