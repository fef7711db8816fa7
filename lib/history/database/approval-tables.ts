import type { Generated } from 'kysely';

/**
 * Acts that wait for a second person, or did. `request`, `decision` and `result` are JSON (`approval-store.ts`); `account` =
 * whose it is. Index: (state, expires_ms), (at_ms).
 */
export type ApprovalRequestsTable = {
  id: Generated<number>;
  at_ms: number;
  expires_ms: number;
  /** An `ApprovalState`. */
  state: string;
  target: string;
  lock_id: string;
  account: string;
  request: string;
  decided_ms: number | null;
  decision: string | null;
  result: string | null;
};

/** Names that a provider gave an account, in lower case. Key: account, name. */
export type AccountNamesTable = { account: string; name: string };
