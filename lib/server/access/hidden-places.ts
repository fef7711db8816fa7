import { dirname } from 'node:path';
import type { Grant } from '../../contract/access/sessions';
import { mayEverywhere } from '../../domain/access/grants';
import { ConsoleError, type ErrorCode, isConsoleError } from '../../domain/values/errors';
import { type HiddenPlace, withoutPlaces } from '../../domain/values/without-places';
import { placeOf } from '../../history/database/place';
import type { Config } from '../config/config';

type Placed = { config: Pick<Config, 'history' | 'dataDir' | 'audit'>; grants: readonly Grant[] };

/**
 * Where this console keeps its history and its files, as far as somebody with these grants is not shown that: whoever may see
 * the settings is.
 */
export function hiddenPlaces({ config: { history, dataDir, audit }, grants }: Placed): HiddenPlace[] {
  if (mayEverywhere(grants, 'admin')) return [];
  const { kind, name } = placeOf(history.url);
  const words = 'the data folder';
  const places = [
    ...(kind === 'memory' ? [] : [{ text: name, words: 'the history' }]),
    { text: dirname(audit.file), words },
    ...(dataDir === null ? [] : [{ text: dataDir, words }]),
  ];
  // A file is named before its folder; a root or `.` is in texts by chance.
  return places.filter(({ text }) => text.length > 1).sort((a, b) => b.text.length - a.text.length);
}

/** Errors that name a place. In others a folder such as `/data` may stand in the name of a key. */
const OF_PLACES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'history-unavailable',
  'history-fenced',
  'not-stored',
  'not-audited',
]);

/** An error without the places that are hidden; any other error as it is. */
export function withoutHiddenPlaces(error: unknown, of: Placed): unknown {
  if (!isConsoleError(error) || !OF_PLACES.has(error.code)) return error;
  const places = hiddenPlaces(of);
  if (places.length === 0) return error;
  const { code, message, details } = error;
  return new ConsoleError(code, withoutPlaces(message, places), withoutPlaces(details, places), {
    cause: error,
  });
}
