/** Texts by name; groups may nest. */
export type Catalogue = { [name: string]: string | Catalogue };

/** The same shape as `T`, every text optional: what is missing falls back to English. */
export type Translation<T> = { [K in keyof T]?: T[K] extends string ? string : Translation<T[K]> };

/** `base` with every text of `over` in its place. */
export function mergeCatalogues(base: Catalogue, over: Catalogue): Catalogue {
  const merged: Catalogue = { ...base };
  for (const [name, text] of Object.entries(over)) {
    const known = base[name];
    merged[name] =
      typeof text === 'object' && typeof known === 'object' ? mergeCatalogues(known, text) : text;
  }
  return merged;
}
