const TEXT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/;

/** A moment as a date-time field has it, "2026-10-14T14:02", on the clocks of a zone. `timeZone` an IANA name. */
export function wallClockOf(atMs: number, timeZone: string): string {
  return new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 16);
}

/**
 * The moment, epoch ms, at which the clocks of a zone show this; null = the text is none. Of a time that comes twice when
 * clocks go back one of the two, of one that is left out when they go forward the moment as long after the change.
 */
export function wallMomentOf(text: string, timeZone: string): number | null {
  const match = TEXT.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const first = asUtc - offsetMs(asUtc, timeZone);
  const second = asUtc - offsetMs(first, timeZone);
  return wallClockOf(second, timeZone) === text.slice(0, 16) ? second : Math.max(first, second);
}

function offsetMs(atMs: number, timeZone: string): number {
  const minuteMs = Math.floor(atMs / 60_000) * 60_000;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(minuteMs);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - minuteMs;
}
