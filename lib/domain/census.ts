/**
 * That scripts of a lock library are in a server's script cache: it has run there since the server started or its cache
 * was flushed. A hint: it says nothing about any one lock, and what is not found may have run long ago, or in another
 * version.
 */
export type CensusHit = {
  library: string;
  /** Versions whose scripts were found, the one with most of them first. */
  versions: string[];
  /** Scripts found, of those that are known of the first version. */
  found: number;
  known: number;
};
/** null = the server was not asked, or may not be. */
export type Census = { hits: CensusHit[]; atMs: number } | null;
