/** A moment that a text names. `isZoned` false = it says no time zone: it was taken for one of the reader's. */
type NamedMoment = { atMs: number; isZoned: boolean };

const MOST = 3;
const DAY_MS = 86_400_000;
/** What is older than histories go back is another number or a date of birth. */
const OLDEST_MS = 400 * DAY_MS;
const SOON_MS = 60_000;
/** Only this much of a text is searched. */
const LIMIT = 64 * 1024;

/** ISO 8601 as logs write it: with a space or T, a comma or point before the fraction, with or without a zone. */
const ISO =
  /(?<!\d)(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?(?: ?(Z|UTC|[+-]\d{2}:?\d{2}))?(?![\d:])/g;
/** As Apache and nginx log it. */
const COMMON_LOG = /(?<!\d)(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})(?!\d)/g;
/** Epoch ms of this century. */
const EPOCH_MS = /(?<![\d.])(1\d{12})(?![\d.])/g;

/**
 * Moments that a log line, an alert or a stack trace names, in their order, each once: not those that are to come, or more
 * than 400 days old. Pure; a time without a zone is one of the time zone that this runs in.
 */
export function momentsIn(text: string, nowMs: number): NamedMoment[] {
  const searched = text.slice(0, LIMIT);
  const found: (NamedMoment & { index: number })[] = [];
  for (const { index, 1: day = '', 2: time = '', 3: fraction, 4: zone } of searched.matchAll(ISO)) {
    const offset =
      zone === undefined ? '' : zone === 'UTC' ? 'Z' : zone.replace(/^(.\d{2})(\d{2})$/, '$1:$2');
    const atMs = Date.parse(`${day}T${time}${fraction ? `.${fraction.slice(0, 3)}` : ''}${offset}`);
    found.push({ index, atMs, isZoned: zone !== undefined });
  }
  for (const match of searched.matchAll(COMMON_LOG)) {
    const [, day, month, year, time, hours, minutes] = match;
    const atMs = Date.parse(`${day} ${month} ${year} ${time} ${hours}${minutes}`);
    found.push({ index: match.index, atMs, isZoned: true });
  }
  for (const { index, 1: ms } of searched.matchAll(EPOCH_MS))
    found.push({ index, atMs: Number(ms), isZoned: true });
  const known = found.filter(({ atMs }) => atMs >= nowMs - OLDEST_MS && atMs <= nowMs + SOON_MS);
  const first = new Map(known.sort((a, b) => a.index - b.index).map((each) => [each.atMs, each] as const));
  return [...first.values()].slice(0, MOST).map(({ atMs, isZoned }) => ({ atMs, isZoned }));
}
