import type {
  Silence,
  SilenceRequest,
  SilenceResult,
  SilenceScope,
  SilencesAnswer,
} from '../contract/silences';
import { displayOf } from '../domain/keys/bytes';
import { keyOfSlug, parseLockId } from '../domain/keys/lock-id';
import { SILENCE_MOST_MS, scopesOf } from '../domain/lists/silence';
import { ConsoleError } from '../domain/values/errors';
import { withoutPlaces } from '../domain/values/without-places';
import { openFindings } from '../reads/findings';
import { requireRight } from '../server/access/guard-right';
import { hiddenPlaces } from '../server/access/hidden-places';
import type { Runtime } from '../server/runtime/types';
import { type AuditedAttempt, actorOf, type Caller, countedBy, withAudit } from './with-audit';

/** The silences that run, of one target or of all. Throws `invalid-argument` for a target that is none. */
export function silencesAnswer(runtime: Runtime, target: string | null): SilencesAnswer {
  const nowMs = runtime.now();
  const counts = new Map<string, number>();
  for (const { silence, count } of openFindings(runtime, target, nowMs))
    if (silence) counts.set(silence.id, (counts.get(silence.id) ?? 0) + count);
  const silences = runtime.silences
    .running()
    .filter((silence) => target === null || silence.target === target)
    .map((silence) => ({ ...silence, findings: counts.get(silence.id) ?? 0 }))
    .sort((a, b) => a.untilMs - b.untilMs);
  const notes = withoutPlaces(runtime.silences.notes(), hiddenPlaces(runtime));
  return { silences, kept: runtime.silences.kept, notes, nowMs };
}

/**
 * Silences findings until an end. The audit has it before it is tried and learns the outcome. Throws `invalid-argument`
 * that names the field, `read-only`, `rate-limited`, and what the store throws; from then on errors name the audit entry.
 */
export function addSilence(runtime: Runtime, body: SilenceRequest, caller: Caller): Promise<SilenceResult> {
  runtime.actLimit.take(countedBy(caller));
  check(runtime, body);
  const by = actorOf(caller);
  const wanted = { ...body, by, createdMs: runtime.now() };
  return runtime.finish(audited(runtime, 'silence', wanted, caller, () => runtime.silences.add(wanted)));
}

/** Ends a silence before its time: what it was about counts again. Throws `not-found` when it does not run, and as `addSilence`. */
export async function endSilence(runtime: Runtime, id: string, caller: Caller): Promise<SilenceResult> {
  runtime.actLimit.take(countedBy(caller));
  const silence = runtime.silences.running().find((running) => running.id === id);
  if (!silence) throw new ConsoleError('not-found', 'There is no such silence; it may have ended.', { id });
  return runtime.finish(audited(runtime, 'end-silence', silence, caller, () => runtime.silences.end(id)));
}

function check(runtime: Runtime, { code, target, scope, untilMs }: SilenceRequest): void {
  runtime.watched(target);
  const aheadMs = untilMs - runtime.now();
  if (aheadMs <= 0) throw wrong('untilMs', 'must be in the future');
  if (aheadMs > SILENCE_MOST_MS) throw wrong('untilMs', 'must be at most 90 days ahead');
  const possible = scopesOf(code);
  if (!possible.includes(scope.kind))
    throw wrong('scope.kind', `must be one of ${possible.join(', ')} for ${code}`);
  if (scope.kind === 'lock' && parseLockId(scope.id)?.target !== target)
    throw wrong('scope.id', 'must be the id of a lock on the target');
}

function wrong(field: string, message: string): ConsoleError {
  return new ConsoleError('invalid-argument', `${field}: ${message}`, { issues: [{ field, message }] });
}

/** Targets may have gone from the configuration since; nothing guards those. */
function requireWritable(runtime: Runtime, name: string): void {
  const found = runtime.all().find(({ target }) => target.name === name);
  if (found?.target.readOnly) throw new ConsoleError('read-only', `${name} is watched read-only.`);
}

async function audited(
  runtime: Runtime,
  action: 'silence' | 'end-silence',
  silence: Omit<Silence, 'id'>,
  caller: Caller,
  change: () => Promise<Silence>,
): Promise<SilenceResult> {
  const { target, code, scope, untilMs, reason, by } = silence;
  const attempt: AuditedAttempt = {
    action,
    target,
    lockId: scope.kind === 'lock' ? scope.id : null,
    key: wordsOf(scope),
    reason: action === 'silence' ? reason : '',
    caller,
    details: {
      code,
      scope,
      untilMs,
      ...(action === 'end-silence' && { silencedBy: by, silencedReason: reason }),
    },
  };
  const outcome = action === 'silence' ? 'silenced' : 'ended';
  const work = async () => {
    const lock = scope.kind === 'lock' ? parseLockId(scope.id) : null;
    requireRight(runtime, caller, 'silence', target, lock && keyOfSlug(lock.slug));
    requireWritable(runtime, target);
    const result = await change();
    return { outcome, facts: { silenceId: result.id }, result } as const;
  };
  const rules = { outcomes: { 'not-found': 'refused' } } as const;
  const { result, entry } = await withAudit(runtime, attempt, work, rules);
  return { silence: result, auditId: entry.id };
}

function wordsOf(scope: SilenceScope): string {
  switch (scope.kind) {
    case 'lock': {
      const key = keyOfSlug(parseLockId(scope.id)?.slug ?? '');
      return key === null ? scope.id : displayOf(key).text;
    }
    case 'family':
      return scope.family;
    case 'glob':
      return scope.glob;
    case 'node':
      return scope.node;
    case 'all':
      return '';
  }
}
