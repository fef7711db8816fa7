import { createHash } from 'node:crypto';
import type { AuditEntry } from '../domain/api';
import { type ByteString, displayOf, textOf } from '../domain/keys/bytes';
import { type LockId, lockId } from '../domain/keys/lock-id';
import type {
  DecidedConfiguration,
  DecideRequest,
  DecideResult,
  PossibleAnswer,
} from '../domain/possible-api';
import { isLockError, LockError } from '../domain/values/errors';
import { locate, type Place, refresh } from '../reads/find-lock';
import type { KeptDecision } from '../server/record/decision-store';
import type { Runtime } from '../server/start/runtime-core';
import type { Caller } from './run-action';

const MOST = 500;

/** Keys that may be locks, and what was decided of others; from memory. Throws `invalid-argument` for an unknown target. */
export function possibleAnswer(runtime: Runtime, target: string | null): PossibleAnswer {
  const found = runtime.possible(target).sort((a, b) => (a.key.text < b.key.text ? -1 : 1));
  const decisions = runtime.decisions.all().filter((each) => target === null || each.target === target);
  return {
    locks: found.slice(0, MOST),
    matched: found.length,
    decisions: decisions
      .map((each) => ({ ...each, id: idOf(runtime, each), key: displayOf(each.key) }))
      .sort((a, b) => b.atMs - a.atMs),
    configuration: configurationOf(decisions),
    kept: runtime.decisions.kept,
    nowMs: runtime.now(),
  };
}

/**
 * Decides for good that a key is a lock, or none, or takes that back. The audit has it before it is tried and learns the
 * outcome. Throws `not-found` for what is no id, `read-only`, `rate-limited`, and what the store throws; from then on
 * errors name the audit entry.
 */
export function decide(
  runtime: Runtime,
  id: LockId,
  body: DecideRequest,
  caller: Caller,
): Promise<DecideResult> {
  runtime.actLimit.take(caller.address);
  const place = locate(runtime, id);
  return runtime.finish(audited(runtime, place, body.is, caller));
}

async function audited(
  runtime: Runtime,
  place: Place,
  is: DecideRequest['is'],
  caller: Caller,
): Promise<DecideResult> {
  const { history } = runtime;
  const { id, key, watched } = place;
  const by = caller.claimed ?? 'local operator';
  const entry = await history.appendAudit(attempt(runtime, place, is, by, caller));
  try {
    if (watched.target.readOnly)
      throw new LockError('read-only', `${watched.target.name} is watched read-only.`);
    await runtime.decisions.set({ target: watched.target.name, key, is, by, atMs: runtime.now() });
    await history.updateAudit(entry.id, { outcome: 'decided', details: entry.details });
  } catch (error) {
    const known = isLockError(error) ? error : null;
    const code = known?.code ?? 'internal';
    const outcome = known && code !== 'not-stored' ? 'refused' : 'failed';
    await history.updateAudit(entry.id, { outcome, details: { ...entry.details, code } });
    if (!known) throw error;
    throw new LockError(known.code, known.message, { ...known.details, auditId: entry.id }, { cause: error });
  }
  await refresh(runtime, place);
  return { id, is, auditId: entry.id, nowMs: runtime.now() };
}

function attempt(
  runtime: Runtime,
  { id, key, watched }: Place,
  is: DecideRequest['is'],
  by: string,
  caller: Caller,
): Omit<AuditEntry, 'id'> {
  return {
    atMs: runtime.now(),
    actor: by,
    action: 'decide',
    target: watched.target.name,
    lockId: id,
    key: displayOf(key).text,
    holder: null,
    reason: '',
    outcome: 'attempted',
    details: { address: caller.address, actorIs: caller.claimed === null ? 'unnamed' : 'claimed', is },
  };
}

/** A target may have gone from the configuration since. */
function idOf(runtime: Runtime, { target, key }: KeptDecision): LockId {
  const watched = runtime.all().find((each) => each.target.name === target);
  return lockId(target, watched?.target.db ?? 0, key, (bytes) =>
    createHash('sha256').update(bytes).digest('hex'),
  );
}

/** Keys that are no text have no glob in a file of text: they stay decisions. */
function configurationOf(decisions: readonly KeptDecision[]): DecidedConfiguration[] {
  const names = [...new Set(decisions.map(({ target }) => target))].sort();
  return names.map((name) => {
    const globs = (is: KeptDecision['is']) =>
      decisions
        .filter((each) => each.target === name && each.is === is)
        .flatMap(({ key }) => globOf(key) ?? []);
    return { name, patterns: globs('lock').sort(), notLocks: globs('not-a-lock').sort() };
  });
}

/** The Redis glob that matches just this key. */
function globOf(key: ByteString): string | null {
  return textOf(key)?.replace(/[*?[\]\\]/g, '\\$&') ?? null;
}
