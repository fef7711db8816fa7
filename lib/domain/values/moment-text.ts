const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Epoch ms of a moment in a URL or request: epoch ms, or ISO 8601 with its zone; null = neither. */
export function momentOfText(text: string): number | null {
  if (/^\d{1,14}$/.test(text)) return Number(text);
  const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
