import type { Evidence } from '../../contract/finding';

/** A line of evidence with the time it was read; null = it is not a read figure. */
export function lineRead(
  code: Evidence['code'],
  values: Evidence['values'],
  tone: Evidence['tone'],
  atMs: number | null,
): Evidence {
  return { code, values, tone, known: atMs === null ? null : { by: 'read', atMs } };
}
