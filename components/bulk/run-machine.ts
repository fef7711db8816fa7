import { ApiFailure } from '@/lib/api/http';
import type { BulkOutcome } from '@/lib/contract/action-codes';
import type { BulkEnd, BulkItem, BulkLine, BulkPlan, BulkPlanRequest, BulkResult } from '@/lib/contract/bulk';
import { mostRequired } from '@/lib/domain/actions/although';
import { type BulkCounts, compareBulk, planned } from '@/lib/domain/actions/bulk';
import { isNoneOrTicket } from '@/lib/domain/actions/ticket';
import type { LockId } from '@/lib/domain/keys/lock-id';

/**
 * Where a run stands. `planning`: its locks are read. `confirming`: the operator reads and types. `running`: they are released.
 * `over`: it ended, was stopped, or (`failure`) its answer broke off.
 */
type BulkPhase =
  | { is: 'planning' }
  | { is: 'unread'; failure: ApiFailure }
  | { is: 'confirming'; failure: ApiFailure | null }
  | { is: 'running'; confirmedAtMs: number }
  | { is: 'over'; confirmedAtMs: number; end: BulkEnd | null; failure: ApiFailure | null };

/** `items` and `results` are of all that was planned since the panel was opened, `plan` is the last one alone. */
export type BulkState = {
  readonly phase: BulkPhase;
  readonly plan: BulkPlan | null;
  readonly items: ReadonlyMap<LockId, BulkItem>;
  readonly results: ReadonlyMap<LockId, BulkResult>;
};

export const BULK_START: BulkState = {
  phase: { is: 'planning' },
  plan: null,
  items: new Map(),
  results: new Map(),
};

export type BulkEvent =
  | { type: 'planning' }
  | { type: 'planned'; plan: BulkPlan }
  /** What an earlier reading of the same plan had missed. */
  | { type: 'filled'; plan: BulkPlan }
  | { type: 'unread'; failure: ApiFailure }
  | { type: 'sent'; atMs: number }
  | { type: 'line'; line: BulkLine }
  /** The answer is over; without a last line it broke off, as between a proxy and the console. */
  | { type: 'closed' }
  | { type: 'failed'; failure: ApiFailure };

export function bulkMachine(state: BulkState, event: BulkEvent): BulkState {
  const { phase } = state;
  switch (event.type) {
    case 'planning':
      return phase.is === 'running' ? state : { ...state, phase: { is: 'planning' } };
    case 'unread':
      return { ...state, phase: { is: 'unread', failure: event.failure } };
    case 'planned':
      return withPlan(state, event.plan);
    case 'filled':
      return filled(state, event.plan);
    case 'sent':
      return { ...state, phase: { is: 'running', confirmedAtMs: event.atMs } };
    case 'line':
      return withLine(state, event.line);
    case 'closed':
      return bulkMachine(state, { type: 'failed', failure: new ApiFailure(0, 'unreachable', '') });
    case 'failed': {
      if (phase.is !== 'running') return state;
      const { failure } = event;
      // Refused before the first lock: nothing was touched, and the form stays.
      if (!failure.mayHaveHappened) return { ...state, phase: { is: 'confirming', failure } };
      return { ...state, phase: { is: 'over', confirmedAtMs: phase.confirmedAtMs, end: null, failure } };
    }
  }
}

/** The same plan with those of its locks that were missing: what is in this reading no more came free. */
function filled(state: BulkState, again: BulkPlan): BulkState {
  const { plan } = state;
  if (!plan) return withPlan(state, again);
  const isAsked = new Set([...unreadItems(plan), ...again.items].map(({ id }) => id));
  const isKnown = new Set(plan.items.map(({ id }) => id));
  const items = [...plan.items.filter(({ id }) => !isAsked.has(id)), ...again.items].sort(compareBulk);
  const kept = new Map([...state.items].filter(([id]) => !isAsked.has(id)));
  const whole: BulkPlan = {
    ...plan,
    items,
    // Keys of the same holds that the first reading had are none that came with this one.
    added: plan.added + again.items.filter(({ id }) => !isKnown.has(id)).length,
    more: plan.more + again.more,
    requires: mostRequired([plan.requires, again.requires]),
    ...(again.stepUp && { stepUp: again.stepUp }),
  };
  return withPlan({ ...state, items: kept }, whole);
}

/** Why a lock is not in the plan that may be in it once it is read again. */
const UNREAD: ReadonlySet<string> = new Set(['timed-out', 'node-down', 'not-known']);

/** Locks of a plan that could not be read. */
export function unreadItems({ items }: BulkPlan): BulkItem[] {
  return items.filter(({ why }) => why !== null && UNREAD.has(why.code));
}

/** Asks for a plan of these locks, as far as the holders that were shown, if any were, still have them. */
export function heldBySeen(items: readonly BulkItem[]): BulkPlanRequest {
  return { held: items.map(({ id, holder }) => (holder ? { id, token: holder.token.text } : { id })) };
}

/** Locks that were left by an earlier run are planned anew; of the others stands what became of them. */
function withPlan(state: BulkState, read: BulkPlan): BulkState {
  // A lock without a holder now is asked for again by the one that was shown: by none it would be another's.
  const holderOf = ({ id, holder }: BulkItem) => holder ?? state.items.get(id)?.holder ?? null;
  const plan = { ...read, items: read.items.map((item) => ({ ...item, holder: holderOf(item) })) };
  const items = new Map(state.items);
  const results = new Map(state.results);
  // What nothing became of yet and is in the new plan no more came free by itself. Before the first run a plan is read anew as
  // a whole; after it what was no part of that stays named.
  const isFirst = results.size === 0;
  for (const [id, { why }] of state.items) {
    const outcome = results.get(id)?.outcome ?? (isFirst || why === null ? 'not-tried' : null);
    if (outcome !== 'not-tried') continue;
    items.delete(id);
    results.delete(id);
  }
  for (const item of plan.items) {
    items.set(item.id, item);
    results.delete(item.id);
  }
  return { phase: { is: 'confirming', failure: null }, plan, items, results };
}

function withLine(state: BulkState, line: BulkLine): BulkState {
  if ('end' in line) {
    const confirmedAtMs = state.phase.is === 'running' ? state.phase.confirmedAtMs : line.end.atMs;
    return { ...state, phase: { is: 'over', confirmedAtMs, end: line.end, failure: null } };
  }
  return { ...state, results: new Map(state.results).set(line.result.id, line.result) };
}

/** `left` = no part of the run; `open` = sent, without an answer; `planned` = not sent yet, or under way. */
export type RowStand = BulkOutcome | 'left' | 'open' | 'planned';

export type BulkRow = { item: BulkItem; result: BulkResult | null; stand: RowStand };

/** What needs a look first; rows that are alike in the order of the run. */
const ORDER: Record<RowStand, number> = {
  unexpected: 0,
  open: 1,
  refused: 2,
  planned: 3,
  released: 4,
  'not-tried': 5,
  left: 6,
};

export function bulkRows({ phase, items, results }: BulkState): BulkRow[] {
  const broke = phase.is === 'over' && phase.end === null;
  const rows = [...items.values()].map((item): BulkRow => {
    const result = results.get(item.id) ?? null;
    const unsent = item.why !== null ? 'left' : broke ? 'open' : 'planned';
    return { item, result, stand: result?.outcome ?? unsent };
  });
  return rows.sort((a, b) => ORDER[a.stand] - ORDER[b.stand]);
}

export function standCounts(rows: readonly BulkRow[]): Record<RowStand, number> {
  const counts: BulkCounts & Record<RowStand, number> = {
    released: 0,
    refused: 0,
    unexpected: 0,
    'not-tried': 0,
    left: 0,
    open: 0,
    planned: 0,
  };
  for (const { stand } of rows) counts[stand] += 1;
  return counts;
}

/** Released locks that others still hold, or of whose hold another key keeps the token. */
export function sharedCount(rows: readonly BulkRow[]): number {
  const isHeld = ({ others, unseen = 0, kept = 0 }: BulkResult) => (others ?? 0) + unseen + kept > 0;
  return rows.filter(({ stand, result }) => stand === 'released' && result && isHeld(result)).length;
}

/** Locks that the runs of this panel are about, whatever became of them: of so many those that were released are a part. */
export function ofRuns(counts: Readonly<Record<RowStand, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.left;
}

/** Locks that are or may be held still, of those that the run was about. */
export function leftItems(rows: readonly BulkRow[]): BulkItem[] {
  const isLeft = ({ stand, result }: BulkRow) =>
    stand === 'not-tried' ||
    stand === 'open' ||
    stand === 'unexpected' ||
    result?.because === 'renewed-or-retaken';
  return rows.filter(isLeft).map(({ item }) => item);
}

/** What is missing before the run can begin; null = nothing. */
type BulkMissing = 'nothing-planned' | 'although' | 'reason' | 'ticket' | 'count';

/** `ticket` '' = none. */
export type BulkDraft = { reason: string; ticket: string; count: string; although: boolean };

export function bulkMissing(plan: BulkPlan, draft: BulkDraft): BulkMissing | null {
  const n = planned(plan.items).length;
  if (n === 0) return 'nothing-planned';
  if (plan.requires.although !== null && !draft.although) return 'although';
  if (draft.reason.trim() === '') return 'reason';
  if (!isNoneOrTicket(draft.ticket)) return 'ticket';
  return draft.count.trim() === String(n) ? null : 'count';
}
