import type { DisplayText } from './keys/bytes';
import type { LockId } from './keys/lock-id';
import type { NodeEvidenceCode, NodeFindingCode } from './node-finding';
import type { Reason } from './reason';
import type { Counted } from './values/counted';

/** How a figure is known. `client` = reported by the lock's own client; `read` = read from Redis for this answer. */
export type KnownBy = 'event' | 'scan' | 'read' | 'client' | 'inferred';

/** How and when (epoch ms on the console's clock) a figure became known. */
export type Known = { by: KnownBy; atMs: number };

/** Milliseconds Redis says are left; `'none'` = never expires, worth a warning. */
export type TtlMs = number | 'none';

export const LOCK_STATES = ['held', 'contended', 'at-risk', 'lost', 'free', 'unknown'] as const;
export type LockState = (typeof LOCK_STATES)[number];

export const LOCK_KINDS = [
  'mutex',
  'reentrant',
  'fair',
  'fenced',
  'read-write',
  'semaphore',
  'latch',
  'job',
  'timestamp',
  'plain',
] as const;
export type LockKind = (typeof LOCK_KINDS)[number];

/**
 * Permits of a semaphore; null = cannot be known. `expired` = held by those whose lease ended, which the next to ask gets.
 */
export type Permits = { available: number | null; held: number | null; expired: number | null };

/** `certain` needs proof in the bytes; `likely` = the shape and nothing else fits; `possible` = one of several. */
export type Confidence = 'certain' | 'likely' | 'possible';

export type FormatRef = { id: string; library: string };

/** A setting that would allow an act which is off, and the configured pattern that has to have it. */
export type ActNeeds = { setting: string; pattern: string };

export type LockFormat = FormatRef & {
  language: string;
  confidence: Confidence;
  /** Other formats the same bytes could be, best first. */
  alternatives: FormatRef[];
  /** The one of them whose scripts are on the server, which made it `likely`; null = the bytes alone speak. */
  hint: FormatRef | null;
};

/** What the holder's token says about the process; null fields cannot be known. */
export type HolderProcess = {
  host: string | null;
  pid: number | null;
  /** Id of the client instance (a Redisson node id, say): equal ids are one process. */
  instance: string | null;
};

/**
 * The heartbeat record of a process as last read. `present`: it is there. `absent`: there is none and none was ever seen;
 * most clients write none, so that tells nothing. `deleted`: it was there and went before it could lapse, as at an orderly
 * end. `lapsed`: it was there and is gone, by lapsing or deletion. `denied`: it may not be read. `unreadable`: what is
 * there tells no heartbeat.
 */
export type Heartbeat = {
  record: 'present' | 'absent' | 'deleted' | 'lapsed' | 'denied' | 'unreadable';
  /** Last heartbeat that was seen, epoch ms; null = none was. */
  lastMs: number | null;
  /** Time between two of them, ms; null = not known. */
  beatMs: number | null;
  /** Since when the record is as `record` says, epoch ms, as far as was looked. */
  sinceMs: number;
  /** Of the last reading. */
  known: Known;
};

/** A holder's process: what its token says and what it says of itself in its heartbeat record. */
export type SeenProcess = HolderProcess & {
  app: string | null;
  label: string | null;
  /** When it started, epoch ms on its own clock. */
  startMs: number | null;
  /** null = its token names no process that could have one, or it was not read yet. */
  heartbeat: Heartbeat | null;
};

/**
 * `alive` and `gone` are proven; everything else is `unknown`. `overstaying` = proven alive, and it has the lock for far longer
 * than holds of its family take: its timer lives, and whether its work does cannot be known.
 */
export const HOLDER_VERDICTS = ['alive', 'overstaying', 'gone', 'unknown'] as const;
export type HolderVerdict = (typeof HOLDER_VERDICTS)[number];

/**
 * When the hold began. `atLeast` = it was already held when first seen, or read more than a second after its change was
 * reported, so it is at least that old; `atMost` = the token
 * was made before the holder began to wait, so it is at most that old.
 */
export type Since = { atMs: number; atLeast: boolean; atMost?: boolean; known: Known };

export type Holder = {
  token: DisplayText;
  /** Whether no other holder can ever write the same token. */
  tokenUnique: boolean;
  /** The token names a holder and not a hold, such as a thread: its next hold has the same. */
  tokenReused?: boolean;
  /** Its library draws another token for every acquisition: keys that have the same were taken together. */
  tokenPerHold?: boolean;
  label: string | null;
  mode: 'exclusive' | 'read' | 'write';
  /** How deep the same holder re-entered; null = cannot be known. */
  holdCount: number | null;
  since: Since | null;
  ttlMs: TtlMs | null;
  process: SeenProcess | null;
  verdict: HolderVerdict;
};

/** `count` is unknown where the format leaves nothing in Redis that waiters could be counted by, or it may not be read. */
export type Waiters = { count: Counted; known: Known | null };

/** Renewals seen for the present holder. `periodMs` is null until two renewals or a lease and one renewal were seen. */
export type Renewal = {
  count: number;
  lastAtMs: number | null;
  periodMs: number | null;
  /** Time since the last renewal divided by the period; null = no period known. */
  lateBy: number | null;
};

export type Severity = 'lost' | 'at-risk' | 'contended' | 'info';

export type FindingCode =
  | 'holder-gone'
  | 'no-ttl'
  | 'identifies-nobody'
  | 'renewal-late'
  | 'renewal-missed'
  | 'waiters-behind-late-holder'
  | 'expired-by-value'
  | 'lapses-with-waiters'
  | 'key-collision'
  /** Of a Redlock group: nobody can have a quorum of what is there; two have some; some nodes do not have it. */
  | 'minority'
  | 'split-votes'
  | 'votes-missing'
  | 'dead-waiter-blocks'
  | 'fencing-went-back'
  | 'overstaying'
  | 'zombie-reader'
  /** It is in a cycle of waits out of which nobody comes, or in one that may be such. */
  | 'deadlock'
  | 'wait-cycle'
  | 'node-silent'
  | NodeFindingCode;

/** One fact with its figure. The words live in the message catalogue under `evidence.<code>`. */
export type Evidence = {
  code: EvidenceCode;
  values: Record<string, string | number>;
  tone: 'neutral' | 'good' | 'contended' | 'at-risk' | 'lost' | 'unknown';
  known: Known | null;
};

export type EvidenceCode =
  | 'holder-known'
  | 'holder-unknown'
  | 'heartbeat'
  | 'heartbeat-late'
  | 'heartbeat-gone'
  | 'heartbeat-ended'
  | 'heartbeat-lapsed'
  | 'heartbeat-missing'
  | 'heartbeat-denied'
  | 'heartbeat-unreadable'
  | 'renewed'
  | 'renewal-late'
  | 'below-floor'
  | 'never-renewed'
  | 'ttl-fell'
  | 'no-ttl'
  | 'value-deadline'
  | 'value-deadline-passed'
  | 'waiters'
  | 'no-waiters'
  | 'waiters-unknown'
  | 'own-lease-over'
  | 'overstayed'
  | 'reader-without-hold'
  | 'read-as-now'
  | 'read-as-before'
  | 'key-beside'
  | 'dead-waiter'
  /** `highest` that was issued, `token` that is now: decimal texts. */
  | 'fencing-back'
  /** `waiter` waits for the lock `key`, which `holder` has. */
  | 'waits-for'
  /** `yes`, `other`, `no`, `unread`, `of`, `quorum`. */
  | 'votes'
  /** `nodes` = names of nodes that do not have it. */
  | 'not-on-nodes'
  /** `ms` = until fewer than a quorum have it. */
  | 'validity-left'
  | 'write-under-way-unknown'
  | 'node-silent'
  | 'node-never-answered'
  | 'unread'
  | NodeEvidenceCode;

export type Finding = {
  code: FindingCode;
  severity: Severity;
  /** Since when the finding is open, epoch ms. */
  sinceMs: number;
  evidence: Evidence[];
};

/** A lock, wherever it is shown. Times are epoch ms on the console's clock. */
export type Lock = {
  id: LockId;
  target: string;
  db: number;
  node: string;
  key: DisplayText;
  kind: LockKind;
  format: LockFormat;
  /**
   * It may be no lock: its bytes prove nothing and nobody said that it is one. Listed apart, without findings, and its value is
   * masked; every act asks for the typed key. Absent = false.
   */
  possible?: true;
  state: LockState;
  reason: Reason;
  holders: Holder[];
  ttlMs: TtlMs | null;
  /** Moment the key lapses unless renewed; `'none'` = never; null = not read. */
  expiresAtMs: number | 'none' | null;
  /** Longest TTL seen for the present holder: what it asked for, as far as we can know. */
  leaseMs: number | null;
  /** For locks that carry their deadline in the value: that deadline. */
  valueDeadlineMs: number | null;
  waiters: Waiters;
  /** Waiters × seconds in the last 15 minutes; null = waiters cannot be counted. */
  waiterSeconds: number | null;
  fencingToken: string | null;
  /** Of a semaphore or a latch; null = the lock is none. */
  permits: Permits | null;
  /** Waiters in a queue that were not heard of for so long that they lost their turn; null = there is no queue. */
  ghosts: number | null;
  /** Per-node votes of a Redlock group; null = not a group. */
  votes: Vote[] | null;
  renewal: Renewal;
  findings: Finding[];
  /** What the format offers; why an offered action is off is the server's answer to `preview`. */
  actions: {
    release: boolean;
    extend: boolean;
    needs?: ActNeeds;
    /** What a server whose memory is full may refuse; absent = nothing. */
    takesMemory?: readonly ('release' | 'extend')[];
  };
  /** How and when its figures were read: `ttlMs`, its own and each holder's, is what was left at `known.atMs`. */
  known: Known;
  /** How and when it was last read at all: never before `known`, and since then nothing changed. */
  confirmed: Known;
};

/**
 * What one node of a Redlock group says of a lock: `yes` = the holder that is shown has it there, `other` = somebody else
 * has, `no` = nobody has, `unread` = the node does not answer.
 */
export type Vote = {
  node: string;
  vote: 'yes' | 'no' | 'unread' | 'other';
  /** null = nobody has it there, or it was not read. */
  ttlMs: TtlMs | null;
  /** Who has it there; null as above. */
  token: DisplayText | null;
  /** When what it has was read, epoch ms; null = it has nothing, or was never read. */
  readAtMs: number | null;
};
