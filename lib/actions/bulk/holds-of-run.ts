import type { BulkResult } from '../../contract/bulk';
import { isOfHold } from '../../domain/actions/hold-choice';
import { type HoldInRun, isInPart, leftInRun } from '../../domain/actions/hold-in-run';
import { otherKeysOf } from '../../domain/actions/other-keys';
import type { SameToken } from '../../domain/actions/same-hold';
import type { LockId } from '../../domain/keys/lock-id';
import { type KeyLocation, locate } from '../../reads/find-lock';
import type { Runtime } from '../../server/runtime/types';
import { holderSeen } from '../plan/holder-seen';
import type { Part } from '../run/key-action';

type Item = { id: LockId; seen: { tokenDigest: string } };

/**
 * The hold of each lock of a run that is on other keys too, as the collector knows them now. `gone` = keys that were read since,
 * and had the token no more.
 */
export function holdsOfRun(
  runtime: Runtime,
  items: readonly Item[],
  gone: ReadonlySet<LockId> = new Set(),
): Map<LockId, HoldInRun> {
  const inRun = new Set(items.map(({ id }) => id));
  const notShown = runtime.unseenOf(items.map(({ id, seen: { tokenDigest } }) => ({ id, tokenDigest })));
  const known = items.flatMap(({ id, seen: { tokenDigest } }) => {
    const lock = locate(runtime, id).watched.collector.find(id)?.lock ?? null;
    const holder = holderSeen(lock, tokenDigest);
    return lock && holder ? [{ lock, holder }] : [];
  });
  const shown = otherKeysOf(known, runtime.locks);
  const holds = new Map<LockId, HoldInRun>();
  for (const { id } of items) {
    const same = (shown.get(id) ?? []).filter(({ lock }) => !gone.has(lock.id));
    const unseen = notShown.get(id) ?? null;
    if (same.length > 0 || unseen) holds.set(id, { ...splitBy(inRun, same), unseen });
  }
  return holds;
}

function splitBy(
  inRun: ReadonlySet<LockId>,
  same: readonly SameToken[],
): Pick<HoldInRun, 'members' | 'kept'> {
  const left = same.filter(({ lock }) => !inRun.has(lock.id));
  const surely = left.filter(isOfHold).length;
  const members = same.filter((key) => isOfHold(key) && inRun.has(key.lock.id));
  return { members: members.map(({ lock }) => lock.id), kept: { surely, perhaps: left.length - surely } };
}

/** The counts of keys that stay held, as a plan and a result have them: none is said where there are none. */
export function staying(hold: HoldInRun | undefined): Pick<BulkResult, 'unseen' | 'kept'> {
  const [unseen, kept] = [hold?.unseen?.surely ?? 0, hold?.kept.surely ?? 0];
  return { ...(unseen > 0 && { unseen }), ...(kept > 0 && { kept }) };
}

/**
 * The act on a lock whose hold is on other keys too: in the audit it is partly released until none of them is known to keep the
 * token.
 */
export function partOf({ place }: { place: KeyLocation }, hold: HoldInRun): Part {
  const left = leftInRun(hold, () => undefined);
  const outcome = isInPart(hold, left) ? 'partly-released' : 'released';
  return {
    ...{ typedAs: place.key, isOnlyPossible: false, ready: async () => {}, outcome },
    hold: holdFacts(hold, left),
  };
}

/** A hold in the details of an audit entry. */
export function holdFacts(
  { unseen }: HoldInRun,
  left: ReturnType<typeof leftInRun>,
): Record<string, unknown> {
  return { left, ...(unseen && { unseen }) };
}
