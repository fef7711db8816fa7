import type { HandoverPack } from '../contract/handover';
import type { HistoryStatus } from '../contract/history';
import type * as queries from '../contract/history-queries';
import { parseLockId } from '../domain/keys/lock-id';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import type { Archive } from '../history/archive/archive-types';
import type { Db } from '../history/database/multi-row';
import { ledgerCsv, seriesCsv, timelineCsv } from '../history/queries/csv';
import { debt } from '../history/queries/debt';
import { handover } from '../history/queries/handover';
import { handoverMarkdown } from '../history/queries/handover-markdown';
import { horizon } from '../history/queries/horizon';
import { ledger } from '../history/queries/ledger';
import { marks } from '../history/queries/marks';
import { moment, pastLockAt } from '../history/queries/moment';
import { series } from '../history/queries/series';
import { timeline } from '../history/queries/timeline';
import type { Writer } from '../history/recorder/writer';
import type { Runtime } from '../server/runtime/types';
import { fileAnswer } from './file-answer';

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
export type Remembering = Pick<Runtime, 'now' | 'all' | 'locks'> & {
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

export function horizonAnswer(runtime: Remembering, query: Asked<typeof queries.horizonQuery>) {
  const { target } = { target: targetOf(query.scope) };
  return answered(runtime, { ...query, target }, horizon);
}

export async function timelineAnswer(runtime: Remembering, query: Asked<typeof queries.timelineQuery>) {
  return orCsv(await answered(runtime, query, timeline), query.format, timelineCsv, 'timeline.csv');
}

export function marksAnswer(runtime: Remembering, query: Asked<typeof queries.marksQuery>) {
  return answered(runtime, query, marks);
}

export async function ledgerAnswer(runtime: Remembering, query: Asked<typeof queries.ledgerQuery>) {
  return orCsv(await answered(runtime, query, ledger), query.format, ledgerCsv, 'ledger.csv');
}

/** Every lock as it was at a moment. */
export function momentAnswer(runtime: Remembering, query: Asked<typeof queries.momentQuery>) {
  requireTarget(runtime, query.target);
  return ask(runtime, (db, nowMs) => moment(db, query, nowMs));
}

/** One lock as it was at a moment. Throws `not-found` too. */
export async function pastLockAnswer(runtime: Remembering, id: string, atMs: number) {
  if (parseLockId(id) === null) throw new ConsoleError('not-found', 'There is no lock with this id.', { id });
  return ask(runtime, (db, nowMs) => pastLockAt(db, id, atMs, nowMs));
}

/** The handover pack, as JSON or as Markdown. */
export async function handoverAnswer(
  runtime: Remembering,
  { format, mask, scope, ...range }: Asked<typeof queries.handoverQuery>,
): Promise<HandoverPack | Response> {
  requireTarget(runtime, scope.target);
  const lock = runtime.locks(null).find(({ id }) => id === scope.lock) ?? null;
  const pack = await ask(runtime, (db, nowMs) =>
    handover(db, { scope, lock, mask: mask === 'none' ? null : mask, ...rangeOf(range, nowMs) }, nowMs),
  );
  return format === 'md' ? fileAnswer(handoverMarkdown(pack), 'text/markdown', 'handover.md') : pack;
}

type Question = {
  scope: { target: string | null; lock: string | null };
  from: number | null;
  to: number | null;
};

async function answered<Q extends Question, A>(
  runtime: Remembering,
  query: Q,
  verb: (db: Db, question: Q & { fromMs: number; toMs: number }, nowMs: number) => Promise<A>,
): Promise<A> {
  requireTarget(runtime, query.scope.target);
  const range = rangeOf(query, runtime.now());
  if (range.fromMs >= range.toMs)
    throw new ConsoleError('invalid-argument', 'from: must be before `to`', { setting: 'from' });
  return ask(runtime, (db, nowMs) => verb(db, { ...query, ...range }, nowMs));
}

function orCsv<A>(answer: A, format: 'json' | 'csv', csv: (answer: A) => string, name: string): A | Response {
  return format === 'csv' ? fileAnswer(csv(answer), 'text/csv', name) : answer;
}

/** A target that is no longer watched may still have a history, so only the form of the name is checked. */
function requireTarget(runtime: Remembering, target: string | null): void {
  if (target === null || parseLockId(`${target}.0.x`) !== null) return;
  runtime.all(target);
}

function targetOf({ target, lock }: Question['scope']): string | null {
  return lock === null ? target : (parseLockId(lock)?.target ?? target);
}

/** Status of the archive, and of the writer's pending batches. Never throws. */
export async function statusAnswer({
  archive,
  writer,
}: {
  archive: Pick<Archive, 'status'>;
  writer: Pick<Writer, 'status'>;
}): Promise<HistoryStatus> {
  return { ...(await archive.status()), ...writer.status() };
}
