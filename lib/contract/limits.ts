/** Limits of requests. Free of zod, like `codes.ts`. */

/** Most entries in one exported audit file. */
export const AUDIT_EXPORT_LIMIT = 50_000;

/** Most other keys of a token that are read and may be released with a lock. */
export const MOST_PARTS = 49;

/** Most locks that one run releases. */
export const MOST_BULK = 500;
/** So many of them are acted on at a time: as many may still be released after the first surprise. */
export const BULK_AT_ONCE = 16;

/** Time in which a second person approves an act, in minutes. */
export const APPROVAL_MINUTES = { least: 1, most: 60, usual: 10 } as const;

/** Most requests for a second person that one account has waiting. */
export const MOST_WAITING = 20;

/** Most characters of a silence's reason. */
export const REASON_LIMIT = 500;

/** Most characters of a reference to a ticket, */
export const TICKET_LIMIT = 200;
/** and what it is made of: no space, quote, backslash or angle bracket, and nothing that is not seen. */
export const TICKET = /^[^\s\p{C}"\\<>]+$/u;

/** So long an answer of a passkey counts for acts that ask for one. */
export const STEP_UP_MS = 300_000;
/** So long after a sign-in the first passkey of an account may be added. */
export const FIRST_PASSKEY_MS = 600_000;
export const MOST_PASSKEYS = 20;
export const MOST_PASSKEY_NAME = 64;

/** Duration of an X-ray, in seconds. */
export const XRAY_SECONDS = { least: 1, most: 5, usual: 3 } as const;

/** How long a lock may be in quarantine, in ms, */
export const QUARANTINE_MS = { least: 1_000, usual: 30_000, most: 300_000 } as const;
/** and how much longer its TTL is, which ends it should the console not. */
export const QUARANTINE_GRACE_MS = 5_000;
