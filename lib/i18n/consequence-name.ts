import type { ConsequenceCode } from '../contract/action-codes';

/** The text of a consequence: some codes have another where a value is there, or is not. */
export function consequenceName(code: ConsequenceCode, values: Record<string, string | number>): string {
  if (code === 'watchdog-resets' && values.periodMs === undefined) return 'watchdog-resets-some-day';
  return code === 'two-will-run' && values.others !== undefined ? 'two-will-run-kept' : code;
}
