import type { Generated } from 'kysely';

/** Users with a password. `account` = the name in lower case; `groups` is JSON. */
export type UsersTable = {
  account: string;
  name: string;
  password: string;
  groups: string;
  created_ms: number;
  changed_ms: number;
};

/** Who is signed in. `hash` = SHA-256 of the session's id, which is nowhere else than with the browser. Index: (account). */
export type SessionsTable = {
  hash: string;
  account: string;
  name: string;
  via: string;
  groups: string;
  created_ms: number;
  /** Last request, to a minute. */
  seen_ms: number;
  address: string;
  agent: string;
  /** What is kept of a provider, which only whoever has the session can read; null = nothing. */
  sealed: string | null;
  /** When the provider was asked last. */
  checked_ms: number;
  /** Hashes of whom the provider signed in, and of its own session; null = by no provider, or it gave none. */
  subject: string | null;
  sid: string | null;
  /** The passkey that its user answered with last, and when; null = with none. */
  passkey: string | null;
  stepped_ms: number | null;
};

/** Sign-ins at a provider that are not back yet: hashes of their state and of the browser's secret. */
export type SignInFlowsTable = {
  state: string;
  browser: string;
  nonce: string;
  verifier: string;
  path: string;
  at_ms: number;
};

/** API tokens. `grants` is JSON; `account` = who answers for it, `via` = how they had signed in. Unique: hash. */
export type TokensTable = {
  id: Generated<number>;
  hash: string;
  name: string;
  account: string;
  grants: string;
  created_ms: number;
  expires_ms: number;
  used_ms: number | null;
  via: string | null;
};

/** Attempts to sign in that failed. Index: (at_ms). */
export type SignInTriesTable = { id: Generated<number>; at_ms: number; account: string; address: string };
