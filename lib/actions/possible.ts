import { createHash } from 'node:crypto';
import type { DecidedConfiguration, DecideRequest, DecideResult, PossibleAnswer } from '../contract/possible';
import { type ByteString, displayOf, textOf } from '../domain/keys/bytes';
import { type LockId, lockId } from '../domain/keys/lock-id';
import { ConsoleError } from '../domain/values/errors';
import { type KeyLocation, locate, refresh } from '../reads/find-lock';
import type { KeptDecision } from '../server/record/decision-store';
import type { Runtime } from '../server/runtime/types';
import { type AuditedAttempt, actorOf, type Caller, countedBy, withAudit } from './with-audit';

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
  runtime.actLimit.take(countedBy(caller));
  const place = locate(runtime, id);
  return runtime.finish(audited(runtime, place, body.is, caller));
}

async function audited(
  runtime: Runtime,
  place: KeyLocation,
  is: DecideRequest['is'],
  caller: Caller,
): Promise<DecideResult> {
  const { id, key, watched } = place;
  const { name, readOnly } = watched.target;
  const attempt: AuditedAttempt = {
    action: 'decide',
    target: name,
    lockId: id,
    key: displayOf(key).text,
    caller,
    details: { is },
  };
  const { entry } = await withAudit(runtime, attempt, async () => {
    if (readOnly) throw new ConsoleError('read-only', `${name} is watched read-only.`);
    const by = actorOf(caller);
    await runtime.decisions.set({ target: name, key, is, by, atMs: runtime.now() });
    return { outcome: 'decided', facts: {}, result: null };
  });
  await refresh(runtime, place);
  return { id, is, auditId: entry.id, nowMs: runtime.now() };
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
