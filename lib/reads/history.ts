import type { HandoverPack } from '../contract/history/handover';
import type { HistoryStatus } from '../contract/history/history';
import type * as queries from '../contract/history/history-queries';
import type { HistoryScope } from '../contract/history/history-queries';
import { may, mayEverywhere, reachOf } from '../domain/access/grants';
import { seesTokens } from '../domain/access/principal';
import { keyOfSlug, parseLockId } from '../domain/keys/lock-id';
import { coverageOf } from '../domain/nodes/coverage';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import { type HiddenPlace, withoutPlaces } from '../domain/values/without-places';
import type { Archive } from '../history/archive/archive-types';
import type { Db } from '../history/database/multi-row';
import { blockers } from '../history/queries/blockers';
import { familyReportCsv, ledgerCsv, seriesCsv, timelineCsv } from '../history/queries/csv';
import { debt } from '../history/queries/debt';
import { familyReport } from '../history/queries/family-report';
import { handover } from '../history/queries/handover';
import { handoverMarkdown } from '../history/queries/handover-markdown';
import { maskedPack } from '../history/queries/handover-mask';
import { horizon } from '../history/queries/horizon';
import { ledger } from '../history/queries/ledger';
import { marks } from '../history/queries/marks';
import { moment, pastLockAt } from '../history/queries/moment';
import { targetOf } from '../history/queries/scope';
import { series } from '../history/queries/series';
import { timeline } from '../history/queries/timeline/timeline';
import type { Writer } from '../history/recorder/writer';
import { findInsights } from '../insights/core/find-insights';
import type { Runtime } from '../server/runtime/types';
import { liveTarget, withLive } from './family-report';
import { fileAnswer } from './file-answer';
import { replayed } from './replayed';

const USUAL_MS = 3_600_000;

/** The requested range. A missing end is now; a missing start is an hour before the end. */
function rangeOf(
  { from, to }: { from: number | null; to: number | null },
  nowMs: number,
): { fromMs: number; toMs: number } {
  const toMs = to ?? Math.max(nowMs, (from ?? 0) + 1);
  return { fromMs: from ?? toMs - USUAL_MS, toMs };
}

/** The part of the runtime that history needs. */
type Remembering = Pick<Runtime, 'now' | 'all' | 'locks' | 'grants' | 'among' | 'shown'> & {
  archive: Pick<Archive, 'db' | 'problem'>;
};

type Asked<Q extends { _output: unknown }> = Q['_output'];

/**
 * Queries the archive. Throws `history-unavailable` with the reason while it cannot be read, and `invalid-argument` for an
 * unknown target.
 */
async function ask<T>(
  { archive, now }: Remembering,
  question: (db: Db, nowMs: number) => Promise<T>,
): Promise<T> {
  try {
    return await question(archive.db, now());
  } catch (error) {
    const problem = archive.problem();
    if (isConsoleError(error, 'invalid-argument') || isConsoleError(error, 'not-found') || problem === null)
      throw error;
    throw new ConsoleError(
      'history-unavailable',
      problem.message,
      { sinceMs: problem.sinceMs },
      { cause: error },
    );
  }
}

/** Figures of a range. Throws `history-unavailable`, `timed-out` or `invalid-argument`, as every answer below does. */
export async function seriesAnswer(runtime: Remembering, query: Asked<typeof queries.seriesQuery>) {
  return orCsv(await answered(runtime, query, series), query.format, seriesCsv, 'series.csv');
}

export function debtAnswer(runtime: Remembering, query: Asked<typeof queries.debtQuery>) {
  return answered(runtime, query, debt);
}

/** Figures of every family in a range, with what is known of it now. */
export async function familyReportAnswer(
  runtime: Remembering & Pick<Runtime, 'nodes'>,
  query: Asked<typeof queries.familyReportQuery>,
) {
  const { target } = query.scope;
  const report = await answered(runtime, query, familyReport);
  const isAsked = (name: string) =>
    target === null ? (runtime.among?.includes(name) ?? true) : name === target;
  // A target that is no longer watched has a history, and nothing now.
  const names = runtime.all().flatMap((each) => (isAsked(each.target.name) ? each.target.name : []));
  const nodes = runtime.nodes().filter((node) => names.includes(node.target));
  const live = new Map(
    names.map((name) => {
      const own = nodes.filter((node) => node.target === name);
      return [name, liveTarget(own, runtime.locks(name), report.nowMs)];
    }),
  );
  const answer = withLive(report, live, coverageOf(nodes), query.limit);
  return orCsv(answer, query.format, familyReportCsv, 'families.csv');
}

export function blockersAnswer(runtime: Remembering, query: Asked<typeof queries.blockersQuery>) {
  return answered(runtime, query, blockers);
}

export function horizonAnswer(runtime: Remembering, query: Asked<typeof queries.horizonQuery>) {
  const target = targetOf(scopeFor(runtime, query.scope));
  if (target !== null && !may(runtime.grants, 'view', target))
    throw new ConsoleError('denied', 'The horizon is of all keys of a target.', { right: 'view', target });
  return answered(runtime, query, horizon);
}

export async function timelineAnswer(runtime: Remembering, query: Asked<typeof queries.timelineQuery>) {
  if (query.holder !== null) requireTokens(runtime, query.scope, query.holder);
  return orCsv(await answered(runtime, query, timeline), query.format, timelineCsv, 'timeline.csv');
}

export function marksAnswer(runtime: Remembering, query: Asked<typeof queries.marksQuery>) {
  return answered(runtime, query, marks);
}

export async function ledgerAnswer(runtime: Remembering, query: Asked<typeof queries.ledgerQuery>) {
  return orCsv(await answered(runtime, query, ledger), query.format, ledgerCsv, 'ledger.csv');
}

/**
 * A replay with one thing changed. `counted` = who asks, as acts are counted. Throws `rate-limited` as well: forty replays of up
 * to 20,000 holds are more work than any other read.
 */
export async function whatIfAnswer(
  runtime: Remembering & Pick<Runtime, 'actLimit'>,
  query: Asked<typeof queries.whatIfQuery>,
  counted: string,
) {
  runtime.actLimit.take(`replay ${counted}`);
  return answered(runtime, query, replayed);
}

export function insightsAnswer(runtime: Remembering, query: Asked<typeof queries.insightsQuery>) {
  return answered(runtime, query, findInsights);
}

/** Every lock as it was at a moment. */
export function momentAnswer(runtime: Remembering, query: Asked<typeof queries.momentQuery>) {
  const { target, among } = scopeFor(runtime, { target: query.target, family: null, lock: null });
  return ask(runtime, (db, nowMs) =>
    moment(db, { ...query, target, shown: runtime.shown, ...(among && { among }) }, nowMs),
  );
}

/** One lock as it was at a moment. Throws `not-found` too. */
export async function pastLockAnswer(runtime: Remembering, id: string, atMs: number) {
  if (parseLockId(id) === null || !isVisible(runtime, id))
    throw new ConsoleError('not-found', 'There is no lock with this id.', { id });
  return ask(runtime, (db, nowMs) => pastLockAt(db, id, atMs, nowMs));
}

/** The handover pack, as JSON or as Markdown. */
export async function handoverAnswer(
  runtime: Remembering,
  { format, mask, scope: asked, ...range }: Asked<typeof queries.handoverQuery>,
): Promise<HandoverPack | Response> {
  const scope = scopeFor(runtime, asked);
  const actionsOf = actionsFor(runtime, scope);
  const lock = runtime.locks(null).find(({ id }) => id === scope.lock) ?? null;
  const found = await ask(runtime, (db, nowMs) =>
    handover(db, { scope, lock, actionsOf, ...rangeOf(range, nowMs) }, nowMs),
  );
  // The pseudonyms of a pack are digests: of what the caller may see, never of a token that they may not.
  const shown = runtime.shown(found);
  const pack = mask === 'none' ? shown : maskedPack(shown, mask);
  return format === 'md' ? fileAnswer(handoverMarkdown(pack), 'text/markdown', 'handover.md') : pack;
}

type Question = {
  scope: HistoryScope;
  from: number | null;
  to: number | null;
};

async function answered<Q extends Question, A>(
  runtime: Remembering,
  query: Q,
  verb: (db: Db, question: Q & { fromMs: number; toMs: number }, nowMs: number) => Promise<A>,
): Promise<A> {
  const scope = scopeFor(runtime, query.scope);
  const range = rangeOf(query, runtime.now());
  if (range.fromMs >= range.toMs)
    throw new ConsoleError('invalid-argument', 'from: must be before `to`', { setting: 'from' });
  return runtime.shown(await ask(runtime, (db, nowMs) => verb(db, { ...query, scope, ...range }, nowMs)));
}

function orCsv<A>(answer: A, format: 'json' | 'csv', csv: (answer: A) => string, name: string): A | Response {
  return format === 'csv' ? fileAnswer(csv(answer), 'text/csv', name) : answer;
}

/**
 * The scope, bounded to what may be viewed. A target that is no longer watched may still have a history, so only the form of
 * its name is checked. Throws `denied` for a target of which only some keys may be viewed, and without a target where no
 * target may be viewed as a whole: the figures are of all keys.
 */
function scopeFor(runtime: Remembering, scope: HistoryScope): HistoryScope {
  const { target, lock } = scope;
  if (lock !== null) {
    // What is noted of a whole target is for those who may view it as a whole.
    const isWhole = may(runtime.grants, 'view', parseLockId(lock)?.target ?? '');
    if (isVisible(runtime, lock)) return isWhole ? scope : { ...scope, among: [] };
    throw new ConsoleError('denied', 'You may not view this lock.', { right: 'view' });
  }
  if (target === null) {
    const { among } = runtime;
    // A console without targets has a history of none; nobody is refused that.
    if (among?.length === 0 && runtime.all().length > 0)
      throw new ConsoleError('denied', 'You may view some keys only, and these figures are of all.', {
        right: 'view',
      });
    return among === null ? scope : { ...scope, among };
  }
  if (parseLockId(`${target}.0.x`) === null) runtime.all(target);
  const reach = reachOf(runtime.grants, 'view', target);
  if (reach === 'all') return scope;
  if (reach === 'none')
    throw new ConsoleError('invalid-argument', `There is no target called ${target.slice(0, 64)}.`, {
      setting: 'target',
    });
  throw new ConsoleError(
    'denied',
    'You may view some keys of this target only, and these figures are of all.',
    {
      right: 'view',
      target,
    },
  );
}

/** A holder that is named by a token is a question about the token. Throws `denied`. */
function requireTokens({ grants, all }: Remembering, scope: HistoryScope, holder: string): void {
  if (!/^(?:token|instance):/.test(holder)) return;
  const address = scope.lock === null ? null : parseLockId(scope.lock);
  const target = targetOf(scope);
  const names = target === null ? all().map((each) => each.target.name) : [target];
  const key = address && keyOfSlug(address.slug);
  if (names.every((name) => seesTokens(grants, name, key))) return;
  throw new ConsoleError('denied', 'Tokens of holders are for those who may release.', { right: 'release' });
}

function isVisible({ grants }: Remembering, id: string): boolean {
  const address = parseLockId(id);
  return address !== null && may(grants, 'view', address.target, keyOfSlug(address.slug));
}

/** Of which targets somebody reads what people did; 'all' = of none too, null = of nothing. */
function actionsFor({ grants, all }: Remembering, scope: HistoryScope): readonly string[] | 'all' | null {
  if (mayEverywhere(grants, 'audit')) return 'all';
  const address = scope.lock === null ? null : parseLockId(scope.lock);
  if (address) {
    const key = keyOfSlug(address.slug);
    return may(grants, 'audit', address.target, key) ? [address.target] : null;
  }
  const names = scope.target === null ? all().map((each) => each.target.name) : [scope.target];
  const allowed = names.filter((name) => may(grants, 'audit', name));
  return allowed.length === names.length && allowed.length > 0 ? allowed : null;
}

/** Status of the archive, and of the writer's pending batches; `hidden` = what the caller is not shown. Never throws. */
export async function statusAnswer(
  { archive, writer }: { archive: Pick<Archive, 'status'>; writer: Pick<Writer, 'status'> },
  hidden: readonly HiddenPlace[],
): Promise<HistoryStatus> {
  const { place, ...status } = await archive.status();
  const isHidden = withoutPlaces(place, hidden) !== place;
  return { ...withoutPlaces(status, hidden), place: isHidden ? null : place, ...writer.status() };
}
