import type { HazardCode } from '../../contract/action-codes';

export const RULE_TYPES = ['string', 'hash', 'zset', 'set'] as const;
export const SINCE_UNITS = ['s', 'ms', 'us', 'iso'] as const;
/** What the named groups of a rule's patterns may tell of a holder. */
export const RULE_GROUPS = ['host', 'pid', 'instance', 'label', 'since'] as const;

/** A lock format that a team declares in its configuration. */
export type Rule = {
  id: string;
  library: string;
  language?: string | undefined;
  /** A Redis glob, or a regular expression that matches the whole key. */
  key: string | { pattern: string };
  type: (typeof RULE_TYPES)[number];
  /** Regular expression of a whole token: the value of a string, a field of a hash, a member of a zset or set. */
  token?: string | undefined;
  /** What the group `since` is in. */
  since?: (typeof SINCE_UNITS)[number] | undefined;
  /** Whether no successor can ever write the same token; default false, and the deadline is compared too. */
  tokenUnique?: boolean | undefined;
  ttlFloor?: { share: number } | { ms: number } | undefined;
  wake?: RuleWake | undefined;
  hazards?: readonly HazardCode[] | undefined;
};

/** How a release tells waiters; `{key}` stands for the lock's key. */
export type RuleWake =
  | { channel: string; message?: string | undefined }
  | { list: string; message?: string | undefined; ttlMs?: number | undefined };
