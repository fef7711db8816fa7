import type { LockId } from './keys/lock-id';
import type { LedgerRow } from './ledger';
import type { Lock, LockKind } from './lock';
import type { LockEvent, LockEventKind } from './lock-event';
import type { Counted } from './values/counted';
import type { WaitGraph } from './wait-graph/wait-graph';

/** What history is asked about: everything, a target, a family of one, or a lock. */
export type HistoryScope = { target: string | null; family: string | null; lock: LockId | null };

/** What happened to a server or the console itself; beside `LockEventKind`. */
export const HISTORY_EVENT_KINDS = [
  'finding-raised',
  'finding-cleared',
  'expired-while-held',
  'contended',
  'no-ttl',
  'long',
  'restart',
  'failover',
  'unwatched',
  'detail-dropped',
] as const;
export type HistoryEventKind = (typeof HISTORY_EVENT_KINDS)[number];

export type Percentiles = { p50: number; p95: number; p99: number; count: number };

/** One point of every chart. null = not watched or cannot be known; never 0 for that. */
export type HistoryPoint = {
  startMs: number;
  /** Share of the time, 0 to 1, of which the figures tell. */
  covered: number;
  /** Locks held on average, and at most at once. */
  held: number | null;
  heldMax: number | null;
  /** Waiters on average and at most; the average × the time is the contention debt, in waiter-seconds. */
  waiting: number | null;
  waitingMax: number | null;
  waiterSeconds: number | null;
  /** Longest that somebody had waited in it, who still waits or not, ms; null = nobody waited, or it cannot be known. */
  longestWaitMs: number | null;
  acquisitions: number | null;
  releases: number | null;
  lapses: number | null;
  lost: number | null;
  forced: number | null;
  takenOver: number | null;
  renewals: number | null;
  /** ms; null = nothing of the kind ended in it. */
  hold: Percentiles | null;
  wait: Percentiles | null;
  gap: Percentiles | null;
  /** The bucket still runs. */
  partial: boolean;
};

/** How sure a figure is: exact, at least that (short holds between two reads are missed), or estimated. */
export type Certainty = 'exact' | 'at-least' | 'estimated';

export type HistorySeries = {
  scope: HistoryScope;
  fromMs: number;
  toMs: number;
  pointMs: number;
  points: HistoryPoint[];
  /** Over the whole range. `busyShare` of one lock: part of the watched time that it was held; of several null. */
  total: Omit<HistoryPoint, 'startMs' | 'partial'> & { busyShare: number | null };
  /** Longest lease seen in the range, ms, of one lock or family; null = none or several. */
  leaseMs: number | null;
  certainty: { counts: Certainty; wait: Certainty; waiting: Certainty };
  /** Greatest error of percentiles, as a share. */
  percentileError: number;
  /** Times nobody watched, within the range. */
  gaps: { fromMs: number; toMs: number }[];
  nowMs: number;
};

/** Contention debt: waiter-seconds by point, of the locks with the most over the range, and of all others. */
export type DebtSeries = {
  fromMs: number;
  toMs: number;
  pointMs: number;
  startsMs: number[];
  locks: { id: LockId; key: string; family: string; waiterSeconds: number; points: (number | null)[] }[];
  others: (number | null)[];
  nowMs: number;
};

/** How long held locks had left, by point, as last seen in it. */
export type HorizonSeries = {
  fromMs: number;
  toMs: number;
  pointMs: number;
  points: {
    startMs: number;
    counts: {
      within10s: number;
      within1m: number;
      within10m: number;
      within1h: number;
      later: number;
      never: number;
    } | null;
  }[];
  nowMs: number;
};

export type SpanEnd = 'released' | 'expired' | 'lost' | 'force-released' | 'taken-over' | 'unseen';

/** Somebody had a lock. */
export type OwnershipSpan = {
  id: number;
  lock: LockId;
  key: string;
  holder: string | null;
  /** Widest name of the holder (`holder-ref.ts`): spans of one are one lane. */
  holderRef: string | null;
  token: string;
  mode: 'exclusive' | 'read' | 'write';
  fromMs: number;
  fromKnown: 'seen' | 'at-least' | 'at-most';
  /** null = it goes on. */
  toMs: number | null;
  ended: SpanEnd | null;
  endedBy: string | null;
  leaseMs: number | null;
  noTtl: boolean;
  renewals: number;
  waitersMax: number | null;
  waiterSeconds: number;
  fencing: string | null;
  verdict: string | null;
  overrunMs: number | null;
};

/** Many short holds of one holder, drawn as one block when zoomed out. */
export type SpanBlock = {
  lock: LockId;
  holder: string | null;
  holderRef: string | null;
  fromMs: number;
  toMs: number;
  holds: number;
  heldMs: number;
  lapses: number;
  forced: number;
};

/** Who had what when, for one lock, a family or a holder. */
export type Timeline = {
  fromMs: number;
  toMs: number;
  lanesBy: 'holder' | 'lock';
  locks: { id: LockId; key: string; kind: LockKind | null; library: string | null }[];
  spans: OwnershipSpan[];
  /** When there are more spans than asked for: the shortest, merged by lane and slice of time. */
  blocks: SpanBlock[];
  /** Of one lock: changes of its number of waiters; the first may be before the range. */
  waiting: { atMs: number; waiters: number | null }[];
  marks: HistoryMark[];
  gaps: { fromMs: number; toMs: number }[];
  /** Spans that match, of which `spans` and `blocks` tell. */
  matched: number;
  /** Until when detail was dropped or pruned: before it holds may be missing; null = nowhere in the range. */
  incompleteBeforeMs: number | null;
  nowMs: number;
};

/** A moment worth a mark on a chart: an event, or what somebody noted. */
export type HistoryMark = {
  id: string;
  atMs: number;
  untilMs: number | null;
  kind: LockEventKind | HistoryEventKind | 'deploy' | 'note';
  title: string;
  text: string;
  url: string | null;
  target: string | null;
  lock: LockId | null;
  node: string | null;
  holder: string | null;
  values: Record<string, string | number>;
};

/** A lock as it was. What was not kept is null. */
export type PastLock = {
  id: LockId;
  target: string;
  key: string;
  kind: LockKind | null;
  format: { id: string; library: string } | null;
  state: Lock['state'];
  spans: OwnershipSpan[];
  waiters: Counted;
  /** How old the hold was, and how long its lease as last renewed could at most last from then, ms. */
  ageMs: number | null;
  leaseMs: number | null;
  findings: { code: string; severity: string; sinceMs: number }[];
};

/** One lock as it was. `watched` = whether its target was then; if not, nothing is known of it. */
export type PastLockAnswer = { atMs: number; lock: PastLock; watched: boolean; nowMs: number };

/** Every lock as it was at one moment. */
export type PastMoment = {
  atMs: number;
  /** Whether the targets were watched then; the names of those that were not. */
  unwatched: string[];
  locks: PastLock[];
  matched: number;
  counts: { held: number; waiting: Counted; findings: number };
  graph: WaitGraph | null;
  nowMs: number;
};

/** What the store itself says. */
export type HistoryStatus = {
  kind: 'sqlite' | 'postgres' | 'memory';
  /** Without user and password. */
  place: string;
  /** Since when it cannot write or read, and why, in one sentence; null = all is well. */
  problem: { sinceMs: number; message: string } | null;
  bytes: number | null;
  /** Oldest moment that each kind of detail reaches back to; null = nothing is kept yet. */
  reaches: {
    spans: number | null;
    events: number | null;
    tiers: { tierMs: number; fromMs: number | null }[];
  };
  retention: { what: string; days: number }[];
  maxBytes: number | null;
  /** Batches that wait to be written, and what was left out since the start because there were too many. */
  queued: number;
  dropped: { spans: number; waits: number; events: number; rollups: number };
  writtenAtMs: number | null;
};

/** Lock, or window, handed over to somebody else, as data; the Markdown is made of it. */
export type HandoverPack = {
  title: string;
  scope: HistoryScope;
  fromMs: number;
  toMs: number;
  /** As it is now, and as it was at the end of the window; null = not there. */
  lock: Lock | null;
  atEnd: PastLock | null;
  timeline: Timeline;
  series: HistorySeries;
  ledger: LedgerRow[];
  events: (LockEvent | HistoryMark)[];
  findings: { code: string; severity: string; sinceMs: number; untilMs: number | null; key: string | null }[];
  actions: { atMs: number; actor: string; action: string; key: string; reason: string; outcome: string }[];
  /** Whether holders and tokens are masked, and by which rule. */
  masked: string | null;
  nowMs: number;
};

/** Marks of a range, the earliest first; `more` = there were earlier ones than these. */
export type Marks = { fromMs: number; toMs: number; marks: HistoryMark[]; more: boolean; nowMs: number };

/** What somebody notes on the charts. `atMs` null = now; `target` null = of all of them. */
export type AnnotationRequest = {
  title: string;
  kind: 'deploy' | 'note';
  text?: string;
  url?: string | null;
  atMs?: number | null;
  untilMs?: number | null;
  target?: string | null;
};

export type AnnotationResult = { mark: HistoryMark; nowMs: number };
