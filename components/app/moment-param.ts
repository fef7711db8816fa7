import { parseAsString } from 'nuqs/server';
import { momentOfText } from '@/lib/domain/values/moment-text';

/** The parameter that says as of when a page is shown. */
export const MOMENT_PARAM = 'at';
export const MOMENT_PARAMS = { [MOMENT_PARAM]: parseAsString };

/** Of before Redis: such a number is a year or seconds, and no moment in ms. */
const EARLIEST_MS = Date.UTC(2009, 0, 1);

/** Epoch ms of a moment in the URL; null = there is none, or it cannot be read. */
export function momentOf(text: string | null): number | null {
  const read = text === null ? null : momentOfText(text);
  return read !== null && read >= EARLIEST_MS ? read : null;
}
