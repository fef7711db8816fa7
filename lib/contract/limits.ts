/** Figures that a request is held to. Free of zod, as `codes.ts`. */

/** Most entries of one exported file of the audit. */
export const AUDIT_EXPORT_LIMIT = 50_000;

/** So many other keys of a token are read and may be released with a lock. */
export const MOST_PARTS = 49;

/** Characters of the reason of a silence. */
export const REASON_LIMIT = 500;

/** How long an X-ray runs, in seconds. */
export const XRAY_SECONDS = { least: 1, most: 5, usual: 3 } as const;
