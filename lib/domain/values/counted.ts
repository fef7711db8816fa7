declare const sealed: unique symbol;

/**
 * A count that may be unknown: a number or null in JSON. Only `countOf` opens it, so that an unknown count is never
 * added, compared, defaulted or drawn as 0: none of `?? 0`, `|| 0`, `+`, `>`, `=== 0` compiles. It is a function only
 * in its type, because the compiler refuses a function as a condition (`count ? 'waited' : 'alone'`).
 */
export interface Counted {
  (sealed: never): never;
  readonly [sealed]: true;
}

/** An opened `Counted`. */
export type Count = { known: true; count: number } | { known: false };

const NOT_KNOWN: Count = { known: false };

/** A count for an answer; null = it cannot be known. */
export function counted(count: number | null): Counted {
  return count as unknown as Counted;
}

export const UNKNOWN: Counted = counted(null);

/** Waiters of a format that stores none, or that may not be read. */
export const NOT_COUNTED = { count: UNKNOWN, known: null };

/** Counted waiters; an unknown count has no `known` either. */
export function waitersAs<Known>(
  count: number | null,
  known: Known,
): { count: Counted; known: Known | null } {
  return count === null ? NOT_COUNTED : { count: counted(count), known };
}

/** Opens a count. A field that an older console leaves out is unknown too. */
export function countOf(value: Counted | undefined): Count {
  const count = value as unknown as number | null | undefined;
  return typeof count === 'number' ? { known: true, count } : NOT_KNOWN;
}

/** The count for a record in which null also means unknown: a history column, an export cell. */
export function numberOrNull(value: Counted): number | null {
  const read = countOf(value);
  return read.known ? read.count : null;
}

/** At least one waiter is known. False = none waits, or it cannot be known: the caller must not claim which. */
export function isSome(value: Counted): boolean {
  const read = countOf(value);
  return read.known && read.count > 0;
}

/** It is known that there is no waiter. False = there is one, or it cannot be known. */
export function isNone(value: Counted): boolean {
  const read = countOf(value);
  return read.known && read.count === 0;
}

/** Sort value: unknown sorts below 0, never among the zeros. */
export function orderOf(value: Counted): number {
  const read = countOf(value);
  return read.known ? read.count : -1;
}

/** The sum of the known counts: 0 for an empty list, unknown when no count of the list is known. */
export function sumOfKnown(values: readonly Counted[]): Counted {
  const known = values.map(countOf).flatMap((read) => (read.known ? [read.count] : []));
  if (values.length > 0 && known.length === 0) return UNKNOWN;
  return counted(known.reduce((sum, count) => sum + count, 0));
}
