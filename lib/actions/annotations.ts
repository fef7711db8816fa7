import type { AnnotationRequest, AnnotationResult } from '../contract/annotations';
import { ConsoleError, isConsoleError } from '../domain/values/errors';
import type { Archive } from '../history/archive/archive-types';
import { notedMark } from '../history/queries/marks';
import type { Runtime } from '../server/runtime/types';
import { type AuditedAttempt, actorOf, type Caller, countedBy, withAudit } from './with-audit';

type Noting = Pick<Runtime, 'now' | 'all' | 'actLimit' | 'history' | 'finish' | 'log'> & {
  archive: Pick<Archive, 'addMark' | 'problem'>;
};

/** A mark may be of what is planned, or of what was long ago. */
const AHEAD_MS = 366 * 86_400_000;

/**
 * Puts a mark on the charts: a deployment, or a note. The audit has it before it is tried and learns the outcome. Throws
 * `invalid-argument` that names the field, `rate-limited`, `history-unavailable`.
 */
export function annotate(
  runtime: Noting,
  body: AnnotationRequest,
  caller: Caller,
): Promise<AnnotationResult> {
  runtime.actLimit.take(countedBy(caller));
  const nowMs = runtime.now();
  const { target = null, url = null, text = '' } = body;
  const [atMs, untilMs] = [body.atMs ?? nowMs, body.untilMs ?? null];
  if (target !== null) runtime.all(target);
  if (atMs > nowMs + AHEAD_MS) throw wrong('atMs', 'must be at most a year ahead');
  if (untilMs !== null && untilMs < atMs) throw wrong('untilMs', 'must not be before the beginning');
  const actor = actorOf(caller);
  const { kind, title } = body;
  const mark = { at_ms: atMs, until_ms: untilMs, kind, title, text, url, target, actor };
  return runtime.finish(audited(runtime, mark, caller));
}

type NewMark = Parameters<Archive['addMark']>[0];

async function audited(runtime: Noting, mark: NewMark, caller: Caller): Promise<AnnotationResult> {
  const attempt: AuditedAttempt = {
    action: 'annotate',
    target: mark.target ?? '',
    lockId: null,
    key: mark.title,
    reason: mark.text,
    caller,
    details: { kind: mark.kind, markAtMs: mark.at_ms, untilMs: mark.until_ms },
  };
  const work = async () => {
    const result = await added(runtime.archive, mark);
    return { outcome: 'noted' as const, facts: { mark: result.id }, result };
  };
  const { result } = await withAudit(runtime, attempt, work);
  return { mark: notedMark(result), nowMs: runtime.now() };
}

/** Throws `history-unavailable` with the sentence that says why while nothing can be written. */
async function added(archive: Noting['archive'], mark: NewMark) {
  try {
    return await archive.addMark(mark);
  } catch (error) {
    const problem = archive.problem();
    if (problem) throw new ConsoleError('history-unavailable', problem.message, {}, { cause: error });
    throw isConsoleError(error) ? new ConsoleError(error.code, error.message, {}, { cause: error }) : error;
  }
}

function wrong(field: string, message: string): ConsoleError {
  return new ConsoleError('invalid-argument', `${field}: ${message}`, { issues: [{ field, message }] });
}
