/** A place of the console's machine or network, and the words that stand for it where it is not shown. */
export type HiddenPlace = { text: string; words: string };

/** A value with these words in place of the places, in every text in it; the same value where there are none. Pure. */
export function withoutPlaces<T>(value: T, places: readonly HiddenPlace[]): T {
  return places.length === 0 ? value : (replaced(value, places) as T);
}

function replaced(value: unknown, places: readonly HiddenPlace[]): unknown {
  if (typeof value === 'string')
    return places.reduce((left, { text, words }) => left.replaceAll(text, words), value);
  if (Array.isArray(value)) return value.map((each) => replaced(each, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, places)]));
}
