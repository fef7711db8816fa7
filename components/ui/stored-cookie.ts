/** What a browser keeps that changes how a page is first drawn, sent along with each request. */
export const STORED_COOKIE = 'lockscope-stored';

/** Choices by their names in the browser's storage, and `zone`: the browser's own, an IANA name. */
export type Stored = Readonly<Record<string, string>>;

/** What the cookie says; a zone that this process does not know is left out. */
export function storedOf(cookie: string | undefined): Stored {
  const { zone, ...choices } = Object.fromEntries(new URLSearchParams(cookie ?? ''));
  return zone !== undefined && isZone(zone) ? { ...choices, zone } : choices;
}

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}
