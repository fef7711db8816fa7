import { randomUUID } from 'node:crypto';
import type { NodeOutcome, SeenSide } from '../../contract/actions';
import type { AuditEntry } from '../../contract/audit';
import { QUARANTINE_MS } from '../../contract/limits';
import type { Lock } from '../../contract/lock';
import { afterAction, PARTLY_DONE } from '../../domain/actions/after-action';
import { type ByteString, displayOf } from '../../domain/keys/bytes';
import { operatorTokenOf } from '../../domain/keys/operator-token';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import type { DecodedHolder } from '../../formats/core/format';
import { type KeyLocation, knownOf, locate, refresh } from '../../reads/find-lock';
import type { LockReading } from '../../reads/read-lock';
import type { AnyRedis } from '../../redis/connection';
import type { Runtime } from '../../server/runtime/types';
import { holdWatch } from '../plan/acquisition';
import { holderSeen } from '../plan/holder-seen';
import { proposedLeaseMs } from '../plan/preview-action';
import { waitersNow } from '../plan/waiters-now';
import { type StepUp, stepUpFor } from '../step-up';
import { type AuditedAttempt, actorOf, type FailureRules, withAudit } from '../with-audit';
import {
  althoughNow,
  type ConsentNow,
  isCounted,
  requireAlthough,
  requireConsent,
  requireProof,
} from './consent';
import { extendLock } from './extend-lock';
import { HeldBack } from './gate';
import type { KeyAction, KeyActionResult, Part } from './key-action';
import type { LeaseEnd, PerformOptions } from './perform-action';
import { type Quarantined, quarantineLock } from './quarantine-lock';
import { releaseLock } from './release-lock';
import { mostWoken, type QuarantineEnd, releaseAll, runOnMasters } from './run-on-masters';
import { requireSecondPerson } from './second-person';

/**
 * Releases, extends or quarantines one key that is still as seen, alone or as a part of a hold. The audit has it before
 * anything is tried and learns the outcome, whatever it is; `unknown` when the reply was lost. `onSend` is called when it goes
 * to Redis. The collector has read the key again when this resolves, unless it is one of a run, which sees to that. Throws as
 * `act`; of a part also `HeldBack`.
 */
export async function runOnKey(
  runtime: Runtime,
  request: KeyAction,
  onSend: () => void,
): Promise<KeyActionResult> {
  const place = locate(runtime, request.id);
  const { collector } = place.watched;
  const stepUp = await stepUpOf(runtime, request, place);
  const known = collector.find(place.id)?.lock ?? null;
  const work = async () => {
    try {
      if (stepUp.refusal) throw stepUp.refusal;
      return await worked(runtime, request, place, known, onSend);
    } catch (error) {
      request.run?.onFailure();
      await collector.announce(place.id, null);
      throw error;
    }
  };
  try {
    const attempted = attempt(request, place, known, stepUp);
    const { result, entry } = await withAudit(runtime, attempted, work, rulesOf(runtime));
    const { release, ...done } = result;
    if (release) releaseLater(runtime, request, place, { ...attempted, entry, release });
    if (!request.run) await refresh(runtime, place);
    return { ...done, entry };
  } catch (error) {
    throw isConsoleError(error, 'changed') ? await renamed(runtime, place, error) : error;
  }
}

/** Of one of many the run was asked. */
function stepUpOf(
  runtime: Runtime,
  { caller, run, approval }: KeyAction,
  { watched }: KeyLocation,
): Promise<StepUp> {
  // Of a run it was asked at its beginning; of an approved act of whoever asked and of whoever approved, each in their moment.
  return stepUpFor(runtime, caller, run || approval ? [] : [watched.target]);
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
  requireSecondPerson(request.approval, place.watched.target);
  // Where somebody waits the key is typed, and in a run no key is.
  const waiters = isCounted(request, known)
    ? null
    : await waitersNow(runtime, place, request.body.seen.formatId, known);
  requireConsent(request, place, known && waiters ? { ...known, waiters } : known, runtime.now());
  await collector.announce(place.id, request.action === 'extend' ? 'extended' : 'force-released');
  const { outcome, nodes, release, ...facts } = await performAt(runtime, request, place, known, onSend);
  const atMs = runtime.now();
  collector.expect(place.id, request.action === 'extend' ? 'extended' : 'force-released');
  const freedAtMs = release && atMs + quarantineOf(request);
  const isShort = outcome !== OUTCOMES[request.action];
  return {
    outcome: request.part && !isShort ? request.part.outcome : outcome,
    facts: {
      ...{ ...facts, ...(nodes.length > 1 && { nodes }) },
      ...(isShort && { short: true }),
      ...(freedAtMs && { freedAtMs }),
    },
    result: { outcome, nodes, woken: facts.woken, atMs, release, ...(freedAtMs && { freedAtMs }) },
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
  // On every master of a group the same, or none of them would be the lock.
  const token = operatorTokenOf(request.body.seen.formatId, actorOf(request.caller), randomUUID());
  const on = (redis: AnyRedis) => performOn(redis, runtime, request, place, known, { ...watch, token });
  const outcome = OUTCOMES[request.action];
  if (masters.length === 0) {
    const { release, ...done } = await on(actions);
    const node = known?.node ?? collector.nodeOf(place.key);
    const end = release && (async () => ({ woken: await release(), nodes: [], isShort: false }));
    return { ...done, outcome, nodes: [{ node, outcome }] satisfies NodeOutcome[], release: end };
  }
  const { results, nodes } = await runOnMasters(masters, outcome, on);
  const releases = results.flatMap(({ release }) => release ?? []);
  const isShort = afterAction(known ?? NO_VOTES, { outcome, nodes })?.is === 'short';
  return {
    outcome: isShort ? PARTLY_DONE[outcome] : outcome,
    nodes,
    woken: mostWoken(results.map(({ woken }) => woken)),
    release:
      releases.length > 0 ? () => releaseAll({ votes: known?.votes ?? null, nodes, releases }) : undefined,
  };
}

const NO_VOTES = { votes: null };

export const OUTCOMES = { release: 'released', extend: 'extended', quarantine: 'quarantined' } as const;

type Watch = Pick<PerformOptions, 'catchUp' | 'isOver' | 'ready'>;

/** Nothing is sent before every key of the hold was read and found as it was seen. */
function togetherWith(part: Part | null | undefined, watch: Watch): Watch {
  return part ? { ...watch, ready: () => part.ready() } : watch;
}

type Done = Pick<KeyActionResult, 'woken'> & {
  ttlMs?: number;
  /** Ends the quarantine that this began. */
  release?: Quarantined['release'];
};

const LIVES: ConsentNow = { needed: 'alive', isRenewing: true };

export async function performOn(
  redis: AnyRedis,
  runtime: Runtime,
  request: KeyAction,
  place: KeyLocation,
  known: Lock | null,
  watch: Watch & { token: ByteString; onSend(): void },
): Promise<Done> {
  const { action, body } = request;
  const { key, watched } = place;
  const options = {
    now: runtime.now,
    ...knownOf(place),
    isGroup: watched.masters.length > 0,
    allow: (holder: DecodedHolder, ends: LeaseEnd, reading: LockReading) => {
      // Whoever renewed since it was seen lives, whatever it looked like then.
      const { needed, isRenewing } = ends === 'later' ? LIVES : althoughNow(request, place, reading, runtime);
      if (action !== 'extend') requireAlthough(request, needed);
      requireProof(holder, request, place, { ends, isRenewing });
    },
    ...watch,
  };
  if (action === 'extend') return extendLock(redis, key, body.seen, leaseOf(body, known), options);
  if (action === 'quarantine') {
    const operator = { token: watch.token, quarantineMs: quarantineOf(request) };
    return quarantineLock(redis, key, body.seen, operator, options);
  }
  return releaseLock(redis, key, body.seen, options);
}

function quarantineOf({ body }: KeyAction): number {
  return body.quarantineMs ?? QUARANTINE_MS.usual;
}

/** Releases what was put in quarantine when its time is over, in the audit for itself. */
function releaseLater(
  runtime: Runtime,
  request: KeyAction,
  place: KeyLocation,
  { entry, release, ...attempted }: AuditedAttempt & { entry: AuditEntry; release(): Promise<QuarantineEnd> },
): void {
  async function work() {
    const { woken, nodes, isShort } = await release();
    const facts = { woken, ...(nodes.length > 1 && { nodes }), ...(isShort && { short: true }) };
    return { outcome: isShort ? PARTLY_DONE.released : ('released' as const), facts, result: null };
  }
  const act: AuditedAttempt = {
    ...attempted,
    action: 'release',
    holder: entry.actor,
    details: { quarantine: entry.id, ...(request.body.ticket && { ticket: request.body.ticket }) },
  };
  runtime.quarantines.begin(quarantineOf(request), async () => {
    await runtime.finish(withAudit(runtime, act, work, rulesOf(runtime))).catch((err: unknown) => {
      runtime.log.warn(
        { err, lock: place.id, quarantine: entry.id },
        'a quarantine was not ended by a release',
      );
    });
    await refresh(runtime, place);
  });
}

/** The lease that the preview was about. */
function leaseOf(body: KeyAction['body'], known: Lock | null): number {
  return body.leaseMs ?? proposedLeaseMs(known);
}

function attempt(
  { action, body, caller, part, run, approval }: KeyAction,
  place: KeyLocation,
  known: Lock | null,
  { passkeyAtMs }: StepUp,
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
      ...(body.ticket && { ticket: body.ticket }),
      seen: body.seen,
      ...(part && { hold: part.hold }),
      ...(run && { run: run.auditId }),
      ...(passkeyAtMs !== null && { passkeyAtMs }),
      ...(approval && { approval }),
      ...(body.although && { although: body.although }),
      ...(action === 'extend' && { leaseMs: leaseOf(body, known) }),
      ...(action === 'quarantine' && { quarantineMs: body.quarantineMs ?? QUARANTINE_MS.usual }),
    },
  };
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
