/** A page of the documentation, as the contents name it. */
export type DocEntry = { file: string; path: string; title: string };

/** A section of the contents, and its pages in reading order. `anchor` is that of its heading on the page of contents. */
export type DocGroup = { title: string; anchor: string; entries: readonly DocEntry[] };

/** A heading of a page. `depth` is 1 to 6. */
export type DocHeading = { depth: number; text: string; anchor: string };
