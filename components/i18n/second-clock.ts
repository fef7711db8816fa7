import { wallClockOf, wallMomentOf } from '@/components/i18n/wall-clock';

/** A moment as a date-time field with seconds has it, "2026-10-14T14:02:10", on the clocks of a zone. */
export function secondsOf(atMs: number, timeZone: string): string {
  const seconds = Math.floor((((atMs % 60_000) + 60_000) % 60_000) / 1_000);
  return `${wallClockOf(Math.floor(atMs / 60_000) * 60_000, timeZone)}:${String(seconds).padStart(2, '0')}`;
}

/** The moment, epoch ms, at which the clocks of a zone show this; null = the text is none. As `wallMomentOf`. */
export function momentAt(text: string, timeZone: string): number | null {
  const minute = wallMomentOf(text, timeZone);
  return minute === null ? null : minute + Number(/^.{16}:(\d{2})$/.exec(text)?.[1] ?? 0) * 1_000;
}
