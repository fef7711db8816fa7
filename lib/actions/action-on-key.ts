import type { ActRequest, ActResult, AuditEntry, LockAction, NodeOutcome, SeenSide } from '../domain/api';
import { type ByteString, displayOf } from '../domain/keys/bytes';
import type { LockId } from '../domain/keys/lock-id';
import type { Lock } from '../domain/lock';
import { type ErrorCode, isLockError, LockError } from '../domain/values/errors';
import type { DecodedHolder } from '../formats/core/format';
import { knownOf, locate, type Place, refresh } from '../reads/find-lock';
import type { AnyRedis } from '../redis/connection';
import type { Runtime } from '../server/start/runtime-core';
import { areEndsReported, holdWatch } from './acquisition';
import { extendLock } from './extend-lock';
import { HeldBack } from './gate';
import { holderSeen, sha256Hex } from './holder-seen';
import { indistinguishable } from './indistinguishable';
import type { ActOptions } from './perform-action';
import { proposedLeaseMs, requirementsOf, typedKeyOf } from './preview-action';
import { releaseLock } from './release-lock';
import { actEverywhere } from './run-on-masters';
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

/** One key of a hold that is released together with others. */
export type Part = {
  /** The key that is typed for all of them. */
  typedAs: ByteString;
  /** It is asked for by hand: nothing but the token says that it belongs to them. */
  isOnlyPossible: boolean;
  /** Resolves when all of them are ready, and rejects with `HeldBack` when one of them cannot be released. */
  ready(): Promise<void>;
  /** What the audit says once this key is freed. */
  outcome: 'released' | 'partly-released';
  /** What the audit has of the hold from the start. */
  hold: Record<string, unknown>;
};

export type KeyAct = Act & { part?: Part | null };

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

/** What became of one key, and its audit entry. */
export type ActedOn = Pick<ActResult, 'nodes' | 'woken' | 'atMs'> & {
  outcome: 'released' | 'extended';
  entry: AuditEntry;
};

/**
 * Releases or extends one key that is still as seen, alone or as a part of a hold. The audit has it before anything is tried
 * and learns the outcome, whatever it is; `unknown` when the reply was lost. `onSend` is called when it goes to Redis. Throws
 * as `act`; of a part also `HeldBack`.
 */
export async function actOnKey(runtime: Runtime, request: KeyAct, onSend: () => void): Promise<ActedOn> {
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
    const done = request.part ? request.part.outcome : outcome;
    const more = { ...facts, ...(nodes.length > 1 && { nodes }) };
    const concluded = await conclude(runtime, entry, done, more);
    await refresh(runtime, place);
    return { outcome, nodes, woken: facts.woken, atMs, entry: concluded };
  } catch (error) {
    await collector.announce(place.id, null);
    throw await concludeFailure(runtime, entry, place, error);
  }
}

/** What was done, and on which nodes. */
async function performAt(
  runtime: Runtime,
  request: KeyAct,
  place: Place,
  known: Lock | null,
  onSend: () => void,
) {
  const { actions, masters, collector } = place.watched;
  const watch = { ...togetherWith(request.part, holdWatch(place, request.body.seen)), onSend };
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

type Watch = Pick<ActOptions, 'catchUp' | 'isOver'>;

/** Nothing is sent before every key of the hold was read and found as it was seen. */
function togetherWith(part: Part | null | undefined, watch: Watch): Watch {
  if (!part) return watch;
  return {
    ...watch,
    async catchUp() {
      await watch.catchUp?.();
      if (!watch.isOver?.()) await part.ready();
    },
  };
}

async function performOn(
  redis: AnyRedis,
  runtime: Runtime,
  request: KeyAct,
  place: Place,
  known: Lock | null,
  watch: Watch & { onSend(): void },
) {
  const { action, body } = request;
  const { key, watched } = place;
  const options = {
    now: runtime.now,
    ...knownOf(place),
    isGroup: watched.masters.length > 0,
    allow: (holder: DecodedHolder) => requireProof(holder, request, place),
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
  { action, body, caller, part }: KeyAct,
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
      ...(part && { hold: part.hold }),
      ...(action === 'extend' && { leaseMs: leaseOf(body, known) }),
    },
  };
}

function requireConsent(request: KeyAct, { key, watched }: Place, known: Lock | null): void {
  const { action, body, part } = request;
  const { target } = watched;
  if (target.readOnly) throw new LockError('read-only', `${target.name} is watched read-only.`);
  const holder = holderSeen(known, body.seen.tokenDigest);
  const lock = known && { ...known, holders: holder ? [holder] : known.holders };
  const requires = requirementsOf(action, { target, lock }, part?.isOnlyPossible ?? false);
  if (requires.reason && body.reason.trim() === '') {
    throw new LockError('invalid-argument', 'This target asks for a reason.', { setting: 'reason' });
  }
  if (requires.typedKey) requireTypedKey(request, key);
}

function requireProof(holder: DecodedHolder, request: KeyAct, place: Place): void {
  const areProven = request.body.seen.acquisition !== null && areEndsReported(place);
  if (indistinguishable(holder, areProven)) requireTypedKey(request, place.key);
}

function requireTypedKey({ body, part }: KeyAct, key: ByteString): void {
  const asked = part?.typedAs ?? key;
  const typedKey = typedKeyOf(asked, sha256Hex(asked));
  if (body.typedKey === typedKey) return;
  throw new LockError('invalid-argument', 'The typed key is not the one that was asked for.', {
    setting: 'typedKey',
    typedKey,
  });
}

/** Writes what became of it, without failing the act itself: it has happened. Returns the entry as it is then. */
export async function conclude(
  runtime: Runtime,
  entry: AuditEntry,
  outcome: AuditEntry['outcome'],
  facts: Record<string, unknown>,
): Promise<AuditEntry> {
  const details = { ...entry.details, ...facts };
  try {
    await runtime.history.updateAudit(entry.id, { outcome, details });
  } catch (err) {
    runtime.log.error({ err, auditId: entry.id, outcome }, 'the audit could not be brought up to date');
  }
  return { ...entry, outcome, details };
}

/** Its reply was lost: what became of it is settled later. */
async function concludeUnknown(
  runtime: Runtime,
  entry: AuditEntry,
  facts: Record<string, unknown>,
): Promise<void> {
  runtime.unsettled.add(await conclude(runtime, entry, 'unknown', facts));
}

async function concludeFailure(
  runtime: Runtime,
  entry: AuditEntry,
  place: Place,
  error: unknown,
): Promise<unknown> {
  if (error instanceof HeldBack) {
    await conclude(runtime, entry, 'refused', { code: error.code, message: error.message });
    return error;
  }
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
