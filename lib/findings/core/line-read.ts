import type { Evidence } from '../../contract/finding';

/** A line of evidence that was read at a time; null = it is no figure that was read. */
export function lineRead(
  code: Evidence['code'],
  values: Evidence['values'],
  tone: Evidence['tone'],
  atMs: number | null,
): Evidence {
  return { code, values, tone, known: atMs === null ? null : { by: 'read', atMs } };
}
