import type { Although, LockAction } from '../../contract/action-codes';
import type { ActionRequest, ActionResult, NodeOutcome, SeenSide } from '../../contract/actions';
import type { AuditEntry } from '../../contract/audit';
import type { Lock } from '../../contract/lock';
import { althoughOf, isConsent } from '../../domain/actions/although';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import type { LockId } from '../../domain/keys/lock-id';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import type { DecodedHolder } from '../../formats/core/format';
import { type KeyLocation, knownOf, locate, refresh } from '../../reads/find-lock';
import type { AnyRedis } from '../../redis/connection';
import type { Runtime } from '../../server/runtime/types';
import { areEndsReported, holdWatch } from '../plan/acquisition';
import { holderSeen, sha256Hex } from '../plan/holder-seen';
import { indistinguishable } from '../plan/indistinguishable';
import { proposedLeaseMs, requirementsOf, typedKeyOf } from '../plan/preview-action';
import { countSubscribers } from '../plan/subscribers';
import { waitersNow } from '../plan/waiters-now';
import { type AuditedAttempt, type Caller, type FailureRules, withAudit } from '../with-audit';
import { extendLock } from './extend-lock';
import { HeldBack } from './gate';
import type { PerformOptions } from './perform-action';
import { releaseLock } from './release-lock';
import { runOnMasters } from './run-on-masters';

export type RequestedAction = {
  id: LockId;
  action: LockAction;
  body: ActionRequest;
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

/** The run of many releases that an act is one of, by its audit entry: for all of them one count was typed, and no key. */
type OneOfMany = { auditId: number };

export type KeyAction = RequestedAction & { part?: Part | null; run?: OneOfMany | null };

/** What became of one key, and its audit entry. */
export type KeyActionResult = Pick<ActionResult, 'nodes' | 'woken' | 'atMs'> & {
  outcome: 'released' | 'extended';
  entry: AuditEntry;
};

/**
 * Releases or extends one key that is still as seen, alone or as a part of a hold. The audit has it before anything is tried
 * and learns the outcome, whatever it is; `unknown` when the reply was lost. `onSend` is called when it goes to Redis. Throws
 * as `act`; of a part also `HeldBack`.
 */
export async function runOnKey(
  runtime: Runtime,
  request: KeyAction,
  onSend: () => void,
): Promise<KeyActionResult> {
  const place = locate(runtime, request.id);
  const { collector } = place.watched;
  const known = collector.find(place.id)?.lock ?? null;
  const work = async () => {
    try {
      return await worked(runtime, request, place, known, onSend);
    } catch (error) {
      await collector.announce(place.id, null);
      throw error;
    }
  };
  try {
    const attempted = attempt(request, place, known);
    const { result, entry } = await withAudit(runtime, attempted, work, rulesOf(runtime));
    await refresh(runtime, place);
    return { ...result, entry };
  } catch (error) {
    throw isConsoleError(error, 'changed') ? await renamed(runtime, place, error) : error;
  }
}

/** Does it, once all is given that the server insists on. */
async function worked(
  runtime: Runtime,
  request: KeyAction,
  place: KeyLocation,
  known: Lock | null,
  onSend: () => void,
) {
  const { collector } = place.watched;
  const waiters = await waitersNow(runtime, place, request.body.seen.formatId, known);
  requireConsent(request, place, known && { ...known, waiters }, runtime.now());
  await collector.announce(place.id, request.action === 'extend' ? 'extended' : 'force-released');
  const { outcome, nodes, ...facts } = await performAt(runtime, request, place, known, onSend);
  const atMs = runtime.now();
  collector.expect(place.id, outcome === 'released' ? 'force-released' : 'extended');
  return {
    outcome: request.part ? request.part.outcome : outcome,
    facts: { ...facts, ...(nodes.length > 1 && { nodes }) },
    result: { outcome, nodes, woken: facts.woken, atMs },
  };
}

/** What was lost on its way may have happened, and is settled later. */
function rulesOf(runtime: Runtime): FailureRules {
  return {
    facts: ({ code, message, details }) => ({ code, message, ...details }),
    unforeseen: (error) =>
      error instanceof HeldBack
        ? { outcome: 'refused', facts: { code: error.code, message: error.message } }
        : { outcome: 'unknown', facts: { code: 'internal', mayHaveHappened: true } },
    onUnknown: (entry) => runtime.unsettled.add(entry),
  };
}

/** What was done, and on which nodes. */
async function performAt(
  runtime: Runtime,
  request: KeyAction,
  place: KeyLocation,
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
  const { results, nodes } = await runOnMasters(masters, outcome, on);
  const woken = results.flatMap((each) => each.woken ?? []);
  // Who waits listens on several of them.
  return { outcome, nodes, woken: woken.length > 0 ? Math.max(...woken) : null } as const;
}

type Watch = Pick<PerformOptions, 'catchUp' | 'isOver' | 'ready'>;

/** Nothing is sent before every key of the hold was read and found as it was seen. */
function togetherWith(part: Part | null | undefined, watch: Watch): Watch {
  return part ? { ...watch, ready: () => part.ready() } : watch;
}

async function performOn(
  redis: AnyRedis,
  runtime: Runtime,
  request: KeyAction,
  place: KeyLocation,
  known: Lock | null,
  watch: Watch & { onSend(): void },
) {
  const { action, body } = request;
  const { key, watched } = place;
  const options = {
    now: runtime.now,
    ...knownOf(place),
    isGroup: watched.masters.length > 0,
    allow: (holder: DecodedHolder, isRenewed: boolean) => {
      requireProof(holder, request, place);
      // Whoever renewed since it was seen lives, whatever it looked like then.
      if (action === 'release')
        requireAlthough(request, isRenewed ? 'alive' : althoughNow(request, place, runtime));
    },
    ...watch,
  };
  if (action === 'extend') return extendLock(redis, key, body.seen, leaseOf(body, known), options);
  const waiting = await countSubscribers(redis, watched.registry, body.seen.formatId, key);
  const { outcome, woken } = await releaseLock(redis, key, body.seen, options);
  return { outcome, woken: woken === null || waiting === null ? null : Math.min(woken, waiting) };
}

/** The lease that the preview was about. */
function leaseOf(body: RequestedAction['body'], known: Lock | null): number {
  return body.leaseMs ?? proposedLeaseMs(known);
}

function attempt(
  { action, body, caller, part, run }: KeyAction,
  place: KeyLocation,
  known: Lock | null,
): AuditedAttempt {
  const holder = holderSeen(known, body.seen.tokenDigest);
  return {
    action,
    target: place.watched.target.name,
    lockId: place.id,
    key: displayOf(place.key).text,
    holder: holder ? (holder.label ?? holder.token.text) : null,
    reason: body.reason.trim(),
    caller,
    details: {
      seen: body.seen,
      ...(part && { hold: part.hold }),
      ...(run && { run: run.auditId }),
      ...(body.although && { although: body.although }),
      ...(action === 'extend' && { leaseMs: leaseOf(body, known) }),
    },
  };
}

function requireConsent(
  request: KeyAction,
  { key, watched }: KeyLocation,
  known: Lock | null,
  nowMs: number,
): void {
  const { action, body, part } = request;
  const { target } = watched;
  if (target.readOnly) throw new ConsoleError('read-only', `${target.name} is watched read-only.`);
  const holder = holderSeen(known, body.seen.tokenDigest);
  const lock = known && { ...known, holders: holder ? [holder] : known.holders };
  const requires = requirementsOf(
    action,
    { target, lock },
    {
      isUnproven: part?.isOnlyPossible ?? false,
      isAlone: known?.holders.length === 1,
      readAtMs: nowMs,
    },
  );
  if (target.production) requireReason(request, 'This target asks for a reason.');
  const isCounted = request.run != null && known?.possible !== true;
  if (requires.typedKey && !isCounted) requireTypedKey(request, key);
}

function requireProof(holder: DecodedHolder, request: KeyAction, place: KeyLocation): void {
  const areProven = request.body.seen.acquisition?.confirmed === true && areEndsReported(place);
  if (indistinguishable(holder, areProven)) requireTypedKey(request, place.key);
}

/** By what the collector knows by now. */
function althoughNow({ body }: KeyAction, { id, watched }: KeyLocation, { now }: Runtime): Although | null {
  const known = watched.collector.find(id)?.lock ?? null;
  const holder = holderSeen(known, body.seen.tokenDigest);
  if (!known) return null;
  const { holders, renewal } = known;
  return althoughOf({ holders: holder ? [holder] : holders, renewal, isAlone: holders.length === 1 }, now());
}

function requireReason({ body }: KeyAction, message: string): void {
  if (body.reason.trim() === '') throw new ConsoleError('invalid-argument', message, { setting: 'reason' });
}

function requireAlthough(request: KeyAction, needed: Although | null): void {
  if (needed === null) return;
  if (isConsent(request.body.although ?? null, needed)) {
    requireReason(request, 'A release although its holder may work on asks for a reason.');
    return;
  }
  const message =
    needed === 'alive'
      ? 'The holder is alive; a release needs consent to that.'
      : 'The holder renewed less than a renewal period ago; a release needs consent to that.';
  throw new ConsoleError('invalid-argument', message, { setting: 'although', although: needed });
}

function requireTypedKey({ body, part }: KeyAction, key: ByteString): void {
  const asked = part?.typedAs ?? key;
  const typedKey = typedKeyOf(asked, sha256Hex(asked));
  if (body.typedKey === typedKey) return;
  throw new ConsoleError('invalid-argument', 'The typed key is not the one that was asked for.', {
    setting: 'typedKey',
    typedKey,
  });
}

/** With the new holder's name, as far as the collector knows it by now. */
async function renamed(runtime: Runtime, place: KeyLocation, error: ConsoleError): Promise<ConsoleError> {
  await refresh(runtime, place);
  const known = place.watched.collector.find(place.id)?.lock ?? null;
  const { code, message, details } = error;
  const after = named(details.after as SeenSide, known);
  return new ConsoleError(code, message, { ...details, after }, { cause: error });
}

/** The new holder's name, where the collector knows it of this very holder. */
function named(side: SeenSide, known: Lock | null): SeenSide {
  const holder = known?.holders.find(({ token }) => token.text === side.token);
  return holder?.label ? { ...side, holder: holder.label } : side;
}
