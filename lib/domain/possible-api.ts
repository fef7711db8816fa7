import type { DisplayText } from './keys/bytes';
import type { LockId } from './keys/lock-id';
import type { Lock } from './lock';

/** What an operator decided of one key for good. */
export const DECISIONS = ['lock', 'not-a-lock'] as const;
export type DecisionIs = (typeof DECISIONS)[number];

export type Decision = {
  id: LockId;
  target: string;
  key: DisplayText;
  is: DecisionIs;
  by: string;
  /** Epoch ms on the console's clock. */
  atMs: number;
};

/** The decisions of one target as its configuration would have them: Redis globs. */
export type DecidedConfiguration = { name: string; patterns: string[]; notLocks: string[] };

export type PossibleAnswer = {
  /** Keys that may be locks, by name; at most 500. */
  locks: Lock[];
  /** How many there are. */
  matched: number;
  decisions: Decision[];
  configuration: DecidedConfiguration[];
  kept: 'file' | 'memory';
  nowMs: number;
};

/** `undecided` takes a decision back. */
export type DecideRequest = { is: DecisionIs | 'undecided' };
export type DecideResult = { id: LockId; is: DecideRequest['is']; auditId: number; nowMs: number };
