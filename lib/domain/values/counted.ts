declare const sealed: unique symbol;

/**
 * How many, or that it cannot be known: a number or null in JSON. Only `countOf` opens it, so that an unknown count is
 * never added, compared, defaulted or drawn as 0: none of `?? 0`, `|| 0`, `+`, `>`, `=== 0` compiles. It is a function in
 * its type alone, because the compiler refuses a function as a condition (`count ? 'waited' : 'alone'`).
 */
export interface Counted {
  (sealed: never): never;
  readonly [sealed]: true;
}

/** What a `Counted` is, opened. */
export type Count = { known: true; count: number } | { known: false };

const NOT_KNOWN: Count = { known: false };

/** A count for an answer; null = it cannot be known. */
export function counted(count: number | null): Counted {
  return count as unknown as Counted;
}

export const UNKNOWN: Counted = counted(null);

/** Waiters that leave no trace, or may not be read. */
export const NOT_COUNTED = { count: UNKNOWN, known: null };

/** Waiters as counted; what is not known is known by nothing. */
export function waitersAs<Known>(
  count: number | null,
  known: Known,
): { count: Counted; known: Known | null } {
  return count === null ? NOT_COUNTED : { count: counted(count), known };
}

/** Opens a count. What an older console leaves out is not known either. */
export function countOf(value: Counted | undefined): Count {
  const count = value as unknown as number | null | undefined;
  return typeof count === 'number' ? { known: true, count } : NOT_KNOWN;
}

/** The count for a record in which null means unknown too: a column of the history, a cell of an export. */
export function numberOrNull(value: Counted): number | null {
  const read = countOf(value);
  return read.known ? read.count : null;
}

/** Whether two are the same, unknown included. */
export function isSameCount(a: Counted, b: Counted): boolean {
  return numberOrNull(a) === numberOrNull(b);
}

/** At least one is known to wait. False = nobody does, or it cannot be known: nothing may be said of the rest. */
export function isSome(value: Counted): boolean {
  const read = countOf(value);
  return read.known && read.count > 0;
}

/** Nobody is known to wait. False = somebody does, or it cannot be known. */
export function isNone(value: Counted): boolean {
  const read = countOf(value);
  return read.known && read.count === 0;
}

/** Place in an order by number: what is unknown comes below 0, never among the zeros. */
export function orderOf(value: Counted): number {
  const read = countOf(value);
  return read.known ? read.count : -1;
}

/** The sum of the counts that are known: of no counts 0, unknown when there are some and none is known. */
export function sumOfKnown(values: readonly Counted[]): Counted {
  const known = values.map(countOf).flatMap((read) => (read.known ? [read.count] : []));
  if (values.length > 0 && known.length === 0) return UNKNOWN;
  return counted(known.reduce((sum, count) => sum + count, 0));
}
