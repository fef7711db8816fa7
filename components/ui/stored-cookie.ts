/** What a browser keeps that changes how a page is first drawn, sent along with each request. */
export const STORED_COOKIE = 'lockscope-stored';

/** The choices that the server draws by. */
export const DRAWN_BY = ['lockscope-density', 'lockscope-zone', 'lockscope-hidden-columns'] as const;

/** Choices by their names in the browser's storage, and `zone`: the browser's own, an IANA name. */
export type Stored = Readonly<Record<string, string>>;

/** What the cookie says; a zone that this process does not know is left out, as is what nobody draws by. */
export function storedOf(cookie: string | undefined): Stored {
  const said = new URLSearchParams(cookie ?? '');
  const zone = said.get('zone');
  const names = [...DRAWN_BY, ...(zone !== null && isZone(zone) ? ['zone'] : [])];
  return Object.fromEntries(names.flatMap((name) => (said.has(name) ? [[name, said.get(name) ?? '']] : [])));
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
