import type { ActRequest, ActResult, AuditEntry, LockAction, NodeOutcome, SeenSide } from '../domain/api';
import { type ByteString, displayOf } from '../domain/bytes';
import { type ErrorCode, isLockError, LockError } from '../domain/errors';
import type { Lock } from '../domain/lock';
import type { LockId } from '../domain/lock-id';
import type { DecodedHolder } from '../formats/format';
import { extendLock } from '../inspector/extend-lock';
import { indistinguishable } from '../inspector/indistinguishable';
import { proposedLeaseMs, requirementsOf, typedKeyOf } from '../inspector/preview-action';
import { releaseLock } from '../inspector/release-lock';
import type { AnyRedis } from '../redis/connection';
import { areEndsReported, holdWatch } from './acquisition';
import { actEverywhere } from './act-everywhere';
import { clientAddress } from './client-address';
import { knownOf, locate, type Place, refresh } from './find-lock';
import { claimedActor } from './guards';
import { holderSeen, sha256Hex } from './holder-seen';
import type { Runtime } from './runtime-core';
import { countSubscribers } from './subscribers';
import { waitersNow } from './waiters-now';

/** Who asks. There is no sign-in: `claimed` is what an API caller says of itself. */
export type Caller = { address: string; claimed: string | null };

export type Act = {
  id: LockId;
  action: LockAction;
  body: { [Name in keyof ActRequest]: ActRequest[Name] | undefined } & Pick<ActRequest, 'seen' | 'reason'>;
  caller: Caller;
};

/** Codes of an act that was not tried, because we or the lock said no. */
const REFUSED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'changed',
  'read-only',
  'denied',
  'invalid-argument',
  'release-unsupported',
  'extend-unsupported',
  'too-large',
]);

/** The caller of a request. Throws `invalid-argument` for a name that cannot be recorded. */
export function callerOf({ config }: Pick<Runtime, 'config'>, request: Request): Caller {
  return { address: clientAddress(request, config.proxies), claimed: claimedActor(request) };
}

/**
 * Releases or extends a lock that is still as seen. The audit has it before anything is tried and learns the outcome,
 * whatever it is; `unknown` when the reply was lost. Throws `changed` with `ChangedDetails`, `rate-limited`, `read-only`, `invalid-argument` when a reason or
 * the typed key is missing, and what `releaseLock` and `extendLock` throw; every error names its audit entry.
 */
export function act(runtime: Runtime, request: Act): Promise<ActResult> {
  return runtime.finish(audited(runtime, request));
}

async function audited(runtime: Runtime, request: Act): Promise<ActResult> {
  const giveBack = runtime.actLimit.take(request.caller.address);
  let isSent = false;
  const onSend = () => {
    isSent = true;
  };
  try {
    return await perform(runtime, request, onSend);
  } finally {
    if (!isSent) giveBack(); // refused before Redis was asked to do anything
  }
}

async function perform(runtime: Runtime, request: Act, onSend: () => void): Promise<ActResult> {
  const place = locate(runtime, request.id);
  const { collector } = place.watched;
  const known = collector.find(place.id)?.lock ?? null;
  const entry = await runtime.history.appendAudit(attempt(runtime, request, place, known));
  try {
    const waiters = await waitersNow(runtime, place, request.body.seen.formatId, known);
    requireConsent(request, place, known && { ...known, waiters });
    await collector.announce(place.id, request.action === 'extend' ? 'extended' : 'force-released');
    const { outcome, nodes, ...facts } = await performAt(runtime, request, place, known, onSend);
    const atMs = runtime.now();
    collector.expect(place.id, outcome === 'released' ? 'force-released' : 'extended');
    await conclude(runtime, entry, outcome, { ...facts, ...(nodes.length > 1 && { nodes }) });
    await refresh(runtime, place);
    return { outcome, nodes, auditId: entry.id, woken: facts.woken, atMs };
  } catch (error) {
    await collector.announce(place.id, null);
    throw await concludeFailure(runtime, entry, place, error);
  }
}

/** What was done, and on which nodes. */
async function performAt(
  runtime: Runtime,
  request: Act,
  place: Place,
  known: Lock | null,
  onSend: () => void,
) {
  const { actions, masters, collector } = place.watched;
  const watch = { ...holdWatch(place, request.body.seen), onSend };
  const on = (redis: AnyRedis) => performOn(redis, runtime, request, place, known, watch);
  if (masters.length === 0) {
    const done = await on(actions);
    const node = known?.node ?? collector.nodeOf(place.key);
    return { ...done, nodes: [{ node, outcome: done.outcome }] satisfies NodeOutcome[] };
  }
  const outcome = request.action === 'extend' ? 'extended' : 'released';
  const { results, nodes } = await actEverywhere(masters, outcome, on);
  const woken = results.flatMap((each) => each.woken ?? []);
  // Who waits listens on several of them.
  return { outcome, nodes, woken: woken.length > 0 ? Math.max(...woken) : null } as const;
}

async function performOn(
  redis: AnyRedis,
  runtime: Runtime,
  { action, body }: Act,
  place: Place,
  known: Lock | null,
  watch: ReturnType<typeof holdWatch> & { onSend(): void },
) {
  const { key, watched } = place;
  const options = {
    now: runtime.now,
    ...knownOf(place),
    isGroup: watched.masters.length > 0,
    allow: (holder: DecodedHolder) => requireProof(holder, body, place),
    ...watch,
  };
  if (action === 'extend') return extendLock(redis, key, body.seen, leaseOf(body, known), options);
  const waiting = await countSubscribers(redis, watched.registry, body.seen.formatId, key);
  const { outcome, woken } = await releaseLock(redis, key, body.seen, options);
  return { outcome, woken: woken === null || waiting === null ? null : Math.min(woken, waiting) };
}

/** The lease that the preview was about. */
function leaseOf(body: Act['body'], known: Lock | null): number {
  return body.leaseMs ?? proposedLeaseMs(known);
}

function attempt(
  runtime: Runtime,
  { action, body, caller }: Act,
  { id, key, watched }: Place,
  known: Lock | null,
): Omit<AuditEntry, 'id'> {
  const holder = holderSeen(known, body.seen.tokenDigest);
  return {
    atMs: runtime.now(),
    actor: caller.claimed ?? 'local operator',
    action,
    target: watched.target.name,
    lockId: id,
    key: displayOf(key).text,
    holder: holder ? (holder.label ?? holder.token.text) : null,
    reason: body.reason.trim(),
    outcome: 'attempted',
    details: {
      address: caller.address,
      actorIs: caller.claimed === null ? 'unnamed' : 'claimed',
      seen: body.seen,
      ...(action === 'extend' && { leaseMs: leaseOf(body, known) }),
    },
  };
}

function requireConsent({ action, body }: Act, { key, watched }: Place, known: Lock | null): void {
  const { target } = watched;
  if (target.readOnly) throw new LockError('read-only', `${target.name} is watched read-only.`);
  const holder = holderSeen(known, body.seen.tokenDigest);
  const lock = known && { ...known, holders: holder ? [holder] : known.holders };
  const requires = requirementsOf(action, { target, lock }, false);
  if (requires.reason && body.reason.trim() === '') {
    throw new LockError('invalid-argument', 'This target asks for a reason.', { setting: 'reason' });
  }
  if (requires.typedKey) requireTypedKey(body, key);
}

function requireProof(holder: DecodedHolder, body: Act['body'], place: Place): void {
  const areProven = body.seen.acquisition !== null && areEndsReported(place);
  if (indistinguishable(holder, areProven)) requireTypedKey(body, place.key);
}

function requireTypedKey(body: Act['body'], key: ByteString): void {
  const typedKey = typedKeyOf(key, sha256Hex(key));
  if (body.typedKey === typedKey) return;
  throw new LockError('invalid-argument', 'The typed key is not the one that was asked for.', {
    setting: 'typedKey',
    typedKey,
  });
}

/** What became of it, without failing the act itself: it has happened. */
async function conclude(
  runtime: Runtime,
  { id, details }: AuditEntry,
  outcome: AuditEntry['outcome'],
  facts: Record<string, unknown>,
): Promise<void> {
  try {
    await runtime.history.updateAudit(id, { outcome, details: { ...details, ...facts } });
  } catch (err) {
    runtime.log.error({ err, auditId: id, outcome }, 'the audit could not be brought up to date');
  }
}

/** Its reply was lost: what became of it is settled later. */
async function concludeUnknown(
  runtime: Runtime,
  entry: AuditEntry,
  facts: Record<string, unknown>,
): Promise<void> {
  await conclude(runtime, entry, 'unknown', facts);
  runtime.unsettled.add({ ...entry, outcome: 'unknown', details: { ...entry.details, ...facts } });
}

async function concludeFailure(
  runtime: Runtime,
  entry: AuditEntry,
  place: Place,
  error: unknown,
): Promise<unknown> {
  if (!isLockError(error)) {
    await concludeUnknown(runtime, entry, { code: 'internal', mayHaveHappened: true });
    return error;
  }
  const { code, message, details } = error;
  const facts = { code, message, ...details };
  if (details.mayHaveHappened === true) await concludeUnknown(runtime, entry, facts);
  else await conclude(runtime, entry, REFUSED.has(code) ? 'refused' : 'failed', facts);
  if (code !== 'changed')
    return new LockError(code, message, { ...details, auditId: entry.id }, { cause: error });
  await refresh(runtime, place);
  const known = place.watched.collector.find(place.id)?.lock ?? null;
  const shown = { ...details, after: named(details.after as SeenSide, known), auditId: entry.id };
  return new LockError(code, message, shown, { cause: error });
}

/** The new holder's name, where the collector knows it of this very holder. */
function named(side: SeenSide, known: Lock | null): SeenSide {
  const holder = known?.holders.find(({ token }) => token.text === side.token);
  return holder?.label ? { ...side, holder: holder.label } : side;
}
