import type { Hold, Seen } from './act-api';
import type { HazardCode } from './hazard';
import type { DisplayText } from './keys/bytes';
import type { LockId } from './keys/lock-id';
import type { SilencedBy } from './lists/silence';
import type { Tallies, Tally } from './lists/tally';
import type { ActNeeds, Evidence, Finding, FindingCode, Holder, Known, Lock, LockState, TtlMs } from './lock';
import type { LockEvent } from './lock-event';
import type { NodeSamples, TtlSample } from './locks/ttl-samples';
import type { Coverage, NodeStatus } from './nodes/node-status';
import type { LockOnReplica } from './replica-status';
import type { Counted } from './values/counted';

/** Error body of every route. */
export type ApiError = { error: { code: string; message: string; details?: Record<string, unknown> } };

export type LockSort = 'harm' | 'verdict' | 'key' | 'waiters' | 'age' | 'ttl';

/** Filter language and order of `GET /api/locks`, as they stand in the URL. */
export type LockFilter = {
  /** Words and qualifiers: `holder:x kind:y ttl<5s waiters>3 state:held`. */
  q: string;
  target: string | null;
  sort: LockSort;
  desc: boolean;
};

export type LockList = {
  locks: Lock[];
  /** How many match the filter. */
  matched: number;
  /** How many locks are known in all. */
  total: number;
  coverage: Coverage;
  nextCursor: string | null;
  /** Version of the live stream this list is at least as new as. */
  version: number;
  nowMs: number;
};

/** Locks that belong together, in figures. */
export type LockGroup = {
  count: number;
  states: Partial<Record<LockState, number>>;
  /** State of the most urgent one. */
  worstState: LockState;
  /** Unknown = it cannot be known of any. */
  waiting: Counted;
  targets: string[];
  libraries: string[];
};

/** Locks whose names have one shape, `order:{*}:lock`. */
export type Family = LockGroup & { name: string };
export type FamiliesAnswer = { families: Family[]; matched: number; coverage: Coverage; nowMs: number };

/** What one holder has, in figures; `holder` = as its most urgent lock names it. */
export type HolderSummary = LockGroup & {
  /** The widest of `holderRefsOf`. */
  ref: string;
  holder: Pick<Holder, 'token' | 'tokenUnique' | 'label' | 'process' | 'verdict'>;
  /** On how many keys its most shared token is: one token on several keys is one multi-lock, as far as keys can tell. */
  tokenKeys: number;
};
export type HoldersAnswer = {
  holders: HolderSummary[];
  matched: number;
  /** Locks that match and name nobody who could be told from others. */
  anonymous: number;
  coverage: Coverage;
  nowMs: number;
};

/** Everything that one holder has; `holder` = as the first of its locks names it, null = it has none that is known. */
export type HolderAnswer = {
  ref: string;
  holder: Holder | null;
  locks: Lock[];
  coverage: Coverage;
  nowMs: number;
};

/** A field and its value; a member of a sorted set and its score, an index of a list and its item, a member of a set and ''. */
export type RawField = { field: string; value: string };

/**
 * Somebody but this console used the key of a held lock, at `lastTryMs` or later: tried to take it, or looked at it. Never a
 * count. Epoch ms.
 */
export type ContentionHint = { lastTryMs: number; known: Known };

export type LockDetail = {
  lock: Lock;
  evidence: Evidence[];
  /** The bytes behind the reading, for a screen. */
  raw: { type: string; ttlMs: TtlMs; byteLength: number; value: string | null; fields: RawField[] | null };
  /** Release channel for a screen; null = the format has none. */
  channel: string | null;
  /**
   * Who waits in the lock's queue, the next first, at most 50. `deadlineMs` = when a place is lost unless its owner is heard
   * of, null = never. null = the lock has no queue, or one whose places are not read.
   */
  queue: { token: DisplayText; deadlineMs: number | null; ghost: boolean }[] | null;
  /** SHA-256 of the tokens of the lock's holders, in their order: what a preview names one of them by; '' = not read yet. */
  holderDigests: string[];
  events: LockEvent[];
  /** TTL readings of the present holder, oldest first, at most 120. */
  ttlSamples: TtlSample[];
  /** Of a Redlock group the readings of each node instead, which are lines of their own; absent = it is no group. */
  nodeSamples?: NodeSamples[];
  /** Waiter counts over the last 15 minutes, 10 s buckets; null = gap. */
  waitingSeries: (number | null)[];
  /** Of a lock whose waiters cannot be counted; null = nobody is known to have tried within the last minute. */
  contentionHint: ContentionHint | null;
  alsoHolds: { id: LockId; key: string }[];
  /** Whether each replica of the lock's servers has its key; [] = there are none, or which there are is not known. */
  replicas: LockOnReplica[];
  /** Set when Redis could not be asked: all of this is as last known, and `raw` says nothing. */
  unread?: { code: string; message: string };
  /** The target's setting allows X-rays; absent = it does not. */
  xray?: boolean;
  nowMs: number;
};

/** Body details of a 404 on a lock: what was last known of it. */
export type LockGone = { lastKnown: Lock | null; events: LockEvent[] };

export type SeriesBucket = {
  startMs: number;
  held: number | null;
  waiting: number | null;
  /** The bucket still runs. */
  partial: boolean;
};

export type HorizonBucket = { upToMs: number | 'later' | 'never'; count: number };

/** Of one lock, or of one server: then it has no key, and may have a command that cures it. */
export type OpenFinding = Finding & {
  id: LockId | null;
  target: string;
  /** The server it is about; null = it is about a lock. */
  node: string | null;
  key: string | null;
  command: string | null;
  /** Locks that it is true of; 1 for a server. */
  count: number;
  /** Somebody knows of it, and it is counted nowhere until then; null = nobody said so. */
  silence: SilencedBy | null;
};

export type Overview = {
  counts: {
    held: number;
    waiting: Counted;
    lost: number;
    atRisk: number;
    contended: number;
    /** Locks with a holder that is proven gone. */
    gone: number;
  };
  worst: { lock: Lock; waiting: (number | null)[] }[];
  /** One line for each rule and target, of what is not silenced. */
  findings: OpenFinding[];
  /** Of the same moment as all of this, also what `findings` has no room for. */
  tally: Tally;
  /** What needs nobody, because all that is grave about it is silenced: of `counts`, of the nodes, of the findings. */
  silenced: { lost: number; atRisk: number; gone: number; nodes: number; findings: number; worst: LockId[] };
  series: SeriesBucket[];
  bucketMs: number;
  horizon: HorizonBucket[];
  renewing: number;
  nodes: NodeStatus[];
  coverage: Coverage;
  nowMs: number;
};

/** `tallies` and `nodes` are of one moment, which `version` names on the live stream. */
export type NodesAnswer = {
  nodes: NodeStatus[];
  tallies: Tallies;
  version: number;
  startedAtMs: number;
  nowMs: number;
};
export type FindingsAnswer = {
  /** Those that are silenced come last. */
  findings: OpenFinding[];
  /** Without the silenced. */
  byCode: { code: FindingCode; count: number }[];
  silenced: number;
  /** Of the same moment as `findings`. */
  tally: Tally;
  nowMs: number;
};

export type ConsequenceCode =
  | HazardCode
  | 'two-will-run'
  | 'holder-may-wake'
  | 'waiters-race'
  | 'no-waiters'
  | 'waiters-unknown'
  | 'publishes'
  | 'publishes-nothing'
  | 'signals'
  | 'lease-becomes'
  | 'watchdog-resets'
  | 'holder-not-told'
  | 'write-not-stopped'
  | 'no-undo'
  | 'successor-indistinguishable'
  | 'next-hold-indistinguishable'
  | 'companions-untouched'
  | 'others-hold-on'
  | 'hold-stays'
  | 'hold-may-stay';

export type Consequence = {
  code: ConsequenceCode;
  happens: boolean;
  values: Record<string, string | number>;
};

export type Preview = {
  lock: Lock;
  /** The one of its holders that this is about. */
  holder: Holder;
  evidence: Evidence[];
  seen: Seen;
  consequences: Consequence[];
  allowed: boolean;
  /** Why it is not allowed; null when it is. */
  why: { code: string; message: string; needs?: ActNeeds } | null;
  /** Friction the server will insist on. */
  requires: { reason: boolean; typedKey: boolean };
  /** What must be typed when `typedKey`: the key, or a short name of a key that cannot be typed. */
  typedKey: string;
  /** The same act from a terminal. */
  command: string;
  /** Of a release: the other keys that the holder's token is on; absent = it is on none, or would be on many by chance. */
  hold?: Hold;
  nowMs: number;
};

export type * from './act-api';
export type { AuditAnswer, AuditEntry } from './actions/audit';

/** Messages of `GET /api/events`. Every message has a version; a gap in versions means: fetch again. */
export type LiveMessage =
  | { type: 'hello'; version: number; nowMs: number; startedAtMs: number }
  | { type: 'patch'; version: number; nowMs: number; changed: Lock[]; removed: LockId[]; events: LockEvent[] }
  | { type: 'status'; version: number; nowMs: number; nodes: NodeStatus[]; tallies: Tallies }
  | { type: 'resync'; version: number; nowMs: number; why: string };
