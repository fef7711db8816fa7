import type { AuditEntry } from '../domain/api';
import type { AnnotationRequest, AnnotationResult } from '../domain/history';
import { isLockError, LockError } from '../domain/values/errors';
import type { Archive } from '../history/archive/archive-types';
import { notedMark } from '../history/queries/marks';
import type { Runtime } from '../server/start/runtime-core';
import type { Caller } from './run-action';

type Noting = Pick<Runtime, 'now' | 'all' | 'actLimit' | 'history' | 'finish'> & {
  archive: Pick<Archive, 'addMark' | 'problem'>;
};

/** A mark may be of what is planned, or of what was long ago. */
const AHEAD_MS = 366 * 86_400_000;

/**
 * Puts a mark on the charts: a deployment, or a note. The audit has it before it is tried and learns the outcome. Throws
 * `invalid-argument` that names the field, `rate-limited`, `history-unavailable`.
 */
export function annotate(runtime: Noting, body: Wanted, caller: Caller): Promise<AnnotationResult> {
  runtime.actLimit.take(caller.address);
  const nowMs = runtime.now();
  const { target = null, url = null, text = '' } = body;
  const [atMs, untilMs] = [body.atMs ?? nowMs, body.untilMs ?? null];
  if (target !== null) runtime.all(target);
  if (atMs > nowMs + AHEAD_MS) throw wrong('atMs', 'must be at most a year ahead');
  if (untilMs !== null && untilMs < atMs) throw wrong('untilMs', 'must not be before the beginning');
  const actor = caller.claimed ?? 'local operator';
  const { kind, title } = body;
  const mark = { at_ms: atMs, until_ms: untilMs, kind, title, text, url, target, actor };
  return runtime.finish(audited(runtime, mark, caller));
}

/** The request as it was parsed: what was left out may be undefined. */
type Wanted = { [Name in keyof AnnotationRequest]: AnnotationRequest[Name] | undefined } & Pick<
  AnnotationRequest,
  'title' | 'kind'
>;
type NewMark = Parameters<Archive['addMark']>[0];

async function audited(runtime: Noting, mark: NewMark, caller: Caller): Promise<AnnotationResult> {
  const { history, archive } = runtime;
  const entry = await history.appendAudit(attempt(runtime, mark, caller));
  try {
    const added = await archive.addMark(mark);
    await history.updateAudit(entry.id, { outcome: 'noted', details: { ...entry.details, mark: added.id } });
    return { mark: notedMark(added), nowMs: runtime.now() };
  } catch (error) {
    const problem = archive.problem();
    const known = isLockError(error) ? error : null;
    const code = known?.code ?? 'internal';
    const message = problem?.message ?? known?.message ?? 'not foreseen';
    await history.updateAudit(entry.id, { outcome: 'failed', details: { ...entry.details, code, message } });
    if (problem === null && !known) throw error;
    const shown = problem === null && known ? known.code : 'history-unavailable';
    throw new LockError(shown, message, { auditId: entry.id }, { cause: error });
  }
}

function attempt(runtime: Noting, mark: NewMark, caller: Caller): Omit<AuditEntry, 'id'> {
  return {
    atMs: runtime.now(),
    actor: mark.actor,
    action: 'annotate',
    target: mark.target ?? '',
    lockId: null,
    key: mark.title,
    holder: null,
    reason: mark.text,
    outcome: 'attempted',
    details: {
      address: caller.address,
      actorIs: caller.claimed === null ? 'unnamed' : 'claimed',
      kind: mark.kind,
      markAtMs: mark.at_ms,
      untilMs: mark.until_ms,
    },
  };
}

function wrong(field: string, message: string): LockError {
  return new LockError('invalid-argument', `${field}: ${message}`, { issues: [{ field, message }] });
}
