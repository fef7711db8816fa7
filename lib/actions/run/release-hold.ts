import type { ActionResult, KeptKey, KeyOutcome, Refusal } from '../../contract/actions';
import { countLeft, isOfHold } from '../../domain/actions/hold-choice';
import { type SameToken, sameHold } from '../../domain/actions/same-hold';
import { displayOf } from '../../domain/keys/bytes';
import { parseLockId } from '../../domain/keys/lock-id';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { type KeyLocation, locate } from '../../reads/find-lock';
import type { Runtime } from '../../server/runtime/types';
import { holderSeen } from '../plan/holder-seen';
import { conclude } from '../with-audit';
import { runOnKey } from './action-on-key';
import { checkOnKey } from './check-on-key';
import { createGate, HeldBack } from './gate';
import type { KeyActionResult, Part, RequestedAction } from './key-action';

type Settled = PromiseSettledResult<KeyActionResult>;

/**
 * Releases a lock and the keys of the same hold that are named with it: each by its own compare-and-act and in the audit
 * for itself, none before all were read and found as they were seen. Keys that are not asked for are listed as kept, those
 * that the caller is not shown are counted. Where some were freed and others not, the answer says so key by key; where none
 * was, it throws as `act` does.
 */
export async function releaseHold(
  runtime: Runtime,
  request: RequestedAction,
  onSend: (id: string) => void,
): Promise<ActionResult> {
  const place = locate(runtime, request.id);
  const acts = keysOf(request);
  const same = sameNow(runtime, place, request.body.seen.tokenDigest);
  const { id, body } = request;
  const unseen = runtime.unseenOf([{ id, tokenDigest: body.seen.tokenDigest }]).get(id);
  if (acts.length === 1 && same.length === 0 && !unseen) {
    const { entry, ...done } = await runOnKey(runtime, request, () => onSend(request.id));
    return { ...done, auditId: entry.id };
  }
  const asked = new Set(acts.map(({ id }) => id));
  const kept = same.filter(({ lock }) => !asked.has(lock.id)).map(keptKey);
  const left = { kept, ...(unseen && { unseen }) };
  const stays = countLeft(left) > 0;
  const surely = new Set(same.filter(isOfHold).map(({ lock }) => lock.id));
  const gate = createGate(acts.length);
  const settled = await Promise.allSettled(
    acts.map((act) =>
      gate.pass((ready) => {
        const part = {
          typedAs: place.key,
          isOnlyPossible: act.id !== request.id && !surely.has(act.id),
          ready,
          outcome: stays || acts.length > 1 ? ('partly-released' as const) : ('released' as const),
          hold: { asked: acts.map(({ id }) => keyText(runtime, id)), ...left },
        };
        return runOnKey(runtime, { ...act, part }, () => onSend(act.id));
      }),
    ),
  );
  const keys = settled.map((each, i) => keyOutcome(runtime, acts[i]?.id ?? request.id, each));
  const freed = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (freed.length === 0) throw firstReason(settled, keys);
  const isFreed = freed.every(({ outcome }) => outcome === 'released');
  const isWhole = !stays && isFreed && freed.length === acts.length;
  const hold = { keys, ...left };
  for (const { entry } of freed) {
    await conclude(runtime, entry, isWhole ? 'released' : 'partly-released', { hold });
  }
  const [first] = keys;
  return {
    outcome: isWhole ? 'released' : 'partly-released',
    nodes: first?.nodes ?? [],
    auditId: first?.auditId ?? freed[0]?.entry.id ?? 0,
    woken: wokenBy(freed),
    atMs: Math.max(...freed.map(({ atMs }) => atMs)),
    hold,
  };
}

/** Checks all that `releaseHold` would before it sends anything, of each key; changes nothing. Throws as it does. */
export async function checkHold(runtime: Runtime, request: RequestedAction): Promise<void> {
  const place = locate(runtime, request.id);
  const same = sameNow(runtime, place, request.body.seen.tokenDigest);
  const surely = new Set(same.filter(isOfHold).map(({ lock }) => lock.id));
  const acts = keysOf(request);
  await Promise.all(
    acts.map((act) => {
      const isOnlyPossible = act.id !== request.id && !surely.has(act.id);
      return checkOnKey(runtime, {
        ...act,
        part: acts.length > 1 ? checkedPart(place, isOnlyPossible) : null,
      });
    }),
  );
}

function checkedPart({ key }: KeyLocation, isOnlyPossible: boolean): Part {
  return { typedAs: key, isOnlyPossible, ready: async () => {}, outcome: 'released', hold: {} };
}

/** The request for each key. Throws `invalid-argument` for a key that cannot be of the same hold. */
function keysOf(request: RequestedAction): RequestedAction[] {
  const { also = [], ...body } = request.body;
  const home = parseLockId(request.id);
  const asked = new Set([request.id]);
  const others = also.map(({ id, seen }): RequestedAction => {
    const address = parseLockId(id);
    const isNear = address?.target === home?.target && address?.db === home?.db;
    if (asked.has(id) || !isNear || seen.tokenDigest !== body.seen.tokenDigest) {
      const text = 'Only other keys of the same database that have the same token are released together.';
      throw new ConsoleError('invalid-argument', text, { setting: 'also', id });
    }
    asked.add(id);
    return { ...request, id, body: { ...body, seen } };
  });
  return [{ ...request, body }, ...others];
}

/** Other keys of this holder's token, as the collector knows them now. */
function sameNow(runtime: Runtime, { id, watched }: KeyLocation, tokenDigest: string): SameToken[] {
  const known = watched.collector.find(id)?.lock ?? null;
  const holder = holderSeen(known, tokenDigest);
  return known && holder ? sameHold(known, holder, runtime.locks(watched.target.name)) : [];
}

function keptKey({ lock, sure }: SameToken): KeptKey {
  return { id: lock.id, key: lock.key.text, sure };
}

function keyText(runtime: Runtime, id: string): string {
  return displayOf(locate(runtime, id).key).text;
}

function keyOutcome(runtime: Runtime, id: string, settled: Settled): KeyOutcome {
  const of = { id, key: keyText(runtime, id) };
  if (settled.status === 'fulfilled') {
    const { nodes, woken, entry } = settled.value;
    return { ...of, outcome: 'released', nodes, woken, auditId: entry.id, why: null };
  }
  const { reason } = settled;
  const details = isConsoleError(reason) ? reason.details : { mayHaveHappened: true };
  const outcome = isConsoleError(reason, 'changed')
    ? 'changed'
    : details.mayHaveHappened === true
      ? 'unknown'
      : 'failed';
  const auditId = typeof details.auditId === 'number' ? details.auditId : null;
  return { ...of, outcome, nodes: [], woken: null, auditId, why: refusalOf(reason) };
}

function refusalOf(reason: unknown): Refusal {
  if (isConsoleError(reason)) return { code: reason.code, message: reason.message };
  return { code: 'internal', message: 'Something went wrong inside the console.' };
}

/** Why nothing was released: what may have happened all the same comes first, then what held the others back. */
function firstReason(settled: readonly Settled[], keys: readonly KeyOutcome[]): unknown {
  const reasons = settled.map((each) => (each.status === 'rejected' ? each.reason : null));
  const unclear = reasons.findIndex(
    (_, i) => keys[i]?.outcome === 'unknown' && !(reasons[i] instanceof HeldBack),
  );
  const at = unclear >= 0 ? unclear : reasons.findIndex((reason) => !(reason instanceof HeldBack));
  const reason = reasons[at];
  if (at <= 0 || !isConsoleError(reason)) return reason;
  const details = { ...reason.details, key: keys[at]?.key };
  return new ConsoleError(reason.code, reason.message, details, { cause: reason });
}

/** Waiters of all keys; null = of one of them they cannot be counted. */
function wokenBy(freed: readonly KeyActionResult[]): number | null {
  const counts = freed.map(({ woken }) => woken);
  return counts.includes(null) ? null : counts.reduce<number>((sum, woken) => sum + (woken ?? 0), 0);
}
