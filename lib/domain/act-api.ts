import type { Certainty, SameToken } from './actions/same-hold';
import type { LockId } from './keys/lock-id';
import type { ActNeeds, TtlMs } from './lock';

export type LockAction = 'release' | 'extend';

/**
 * An acquisition as the collector numbered it: `version` changes with each release or acquisition that it saw. `sinceMs` =
 * when the hold began, epoch ms, as far as is known.
 */
export type Acquisition = { version: number; sinceMs: number | null };

/**
 * What the operator saw, exactly as the compare-and-act script will be told. Opaque to the browser, sent back unchanged.
 * `tokenDigest` = SHA-256 of the holder token's bytes. `deadlineMs` = the key's deadline on Redis' clock. `acquisition`:
 * null = the collector does not know the holder.
 */
export type Seen = {
  type: string;
  formatId: string;
  tokenDigest: string;
  holdCount: number | null;
  ttlMs: TtlMs;
  deadlineMs: number | 'none';
  acquisition: Acquisition | null;
  readAtMs: number;
};

/** `tokenDigest` = the holder it is about, by the SHA-256 of its token; default: the first. */
export type PreviewRequest = { action: LockAction; leaseMs?: number; tokenDigest?: string };
/**
 * `also` = further keys of the same hold, each as it was seen; a release alone. `typedKey` is that of the lock itself,
 * whichever of them asks for it.
 */
export type ActRequest = {
  seen: Seen;
  reason: string;
  leaseMs?: number;
  typedKey?: string;
  also?: { id: LockId; seen: Seen }[];
};

/** Another key of a holder's token, as just read. `seen` null = it could not be read, and `why` says so. */
export type HoldPart = SameToken & {
  seen: Seen | null;
  allowed: boolean;
  why: Refusal | null;
  /** What the server insists on when this key is released too. */
  requires: { reason: boolean; typedKey: boolean };
};

/** `more` = keys of the token that were not read: it is on more than are named. */
export type Hold = { parts: HoldPart[]; more: number };

/** Why something is not allowed. */
export type Refusal = { code: string; message: string; needs?: ActNeeds };

/**
 * What an act did on one node. Only a Redlock group has others than the first two: `changed` = the node had it in another
 * way or not at all, and was left alone; `unreached` = it gave no answer, and what became of it is not known.
 */
export type NodeOutcome = { node: string; outcome: 'released' | 'extended' | 'changed' | 'unreached' };

/**
 * What became of one key of a hold. `changed` = it was not there as seen, and was left alone; `failed` = it was not done;
 * `unknown` = the reply was lost.
 */
export type KeyOutcome = {
  id: LockId;
  key: string;
  outcome: 'released' | 'changed' | 'failed' | 'unknown';
  nodes: NodeOutcome[];
  woken: number | null;
  auditId: number | null;
  /** What Redis or the console said where it was not released. */
  why: Refusal | null;
};

/** A key that was not asked for and has the same token. */
export type KeptKey = { id: LockId; key: string; sure: Certainty };

/**
 * `partly-released`: keys of the hold still have its token, or may have it, so that the lock may stay held. `nodes` are those
 * of the lock that the request named.
 */
export type ActResult = {
  outcome: 'released' | 'partly-released' | 'extended';
  nodes: NodeOutcome[];
  auditId: number;
  /** Waiters the wake-up message reached; null = the format publishes nothing, or they cannot be counted. */
  woken: number | null;
  /** When Redis had answered that it was done. */
  atMs: number;
  /** Of a token that is on several keys: what became of each that was asked for, and which were not. */
  hold?: { keys: KeyOutcome[]; kept: KeptKey[] };
};

/** One side of a 409: what was seen, or what is there now. */
export type SeenSide = {
  atMs: number;
  holder: string | null;
  token: string | null;
  holdCount: number | null;
  ttlMs: TtlMs | null;
  type: string;
};

/** `details` of a 409. `key` = another key of the hold that it is about. */
export type ChangedDetails = {
  before: SeenSide;
  after: SeenSide;
  changed: string[];
  auditId: number;
  key?: string;
};
