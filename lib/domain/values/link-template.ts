/** What a link to another tool can be filled with. Times are of the hold: from five minutes before it began to now. */
export const LINK_FIELDS = [
  'host',
  'app',
  'pid',
  'instance',
  'key',
  'family',
  'target',
  'from',
  'to',
  'fromMs',
  'toMs',
] as const;
export type LinkField = (typeof LINK_FIELDS)[number];

/** A link of the configuration: its name, and an address with fields in braces. */
export type LinkTemplate = { name: string; url: string };

const FIELD = /\{([^{}]*)\}/g;
const BEFORE_MS = 5 * 60_000;

/**
 * Why an address is no template, as the end of a sentence that begins with its setting; null = it is one. Fields are allowed
 * after the host alone: what a client wrote into Redis never chooses where a link leads.
 */
export function linkTemplateProblem(url: string): string | null {
  const fields = [...url.matchAll(FIELD)].map(([, field = '']) => field);
  const other = fields.find((field) => !LINK_FIELDS.some((known) => known === field));
  if (other !== undefined)
    return `has {${other}}: it can be ${LINK_FIELDS.map((field) => `{${field}}`).join(', ')}`;
  const [, origin] = /^(https?:\/\/[^/?#]+)/.exec(url) ?? [];
  if (origin === undefined || !URL.canParse(url)) return 'must be an http or https URL';
  if (/[{}]/.test(origin)) return 'must have its fields after the host';
  const { username, password } = new URL(url);
  if (username || password) return 'must not have a user or password: everybody who signs in can read it';
  if (/[{}]/.test(url.replaceAll(FIELD, ''))) return 'has a brace that is no field';
  return fields.length === 0 ? 'has no field such as {host}' : null;
}

/** The address with its fields filled in, each encoded; null = one of them is not known. */
export function filledLink(url: string, values: Record<LinkField, string | null>): string | null {
  let isWhole = true;
  const filled = url.replaceAll(FIELD, (_, field: LinkField) => {
    const value = values[field] ?? null;
    if (value === null || value === '') isWhole = false;
    return encodeURIComponent((value ?? '').toWellFormed());
  });
  return isWhole ? filled : null;
}

/** The fields of time: from before a hold began, or from an hour ago where that is not known, to `nowMs`. */
export function linkTimes(
  sinceMs: number | null,
  nowMs: number,
): Record<'from' | 'to' | 'fromMs' | 'toMs', string> {
  const fromMs = Math.floor(Math.min(nowMs, sinceMs ?? nowMs - 12 * BEFORE_MS) - BEFORE_MS);
  const toMs = Math.ceil(nowMs);
  return {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    fromMs: String(fromMs),
    toMs: String(toMs),
  };
}
