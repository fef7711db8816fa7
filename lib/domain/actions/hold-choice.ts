import type { ActionResult, Consequence, HoldPart, Preview, SharedHold } from '../../contract/actions';
import type { LockId } from '../keys/lock-id';
import { type Counted, countOf, isNone, sumOfKnown } from '../values/counted';
import { mostRequired } from './although';
import { isOfAFreeLock } from './others-hold-on';

/** The other keys of a hold that are released together with a lock. */
export type Chosen = ReadonlySet<LockId>;

type Previewed = Pick<Preview, 'lock' | 'hold' | 'requires' | 'consequences'>;

/** Whether a key is released with the lock by default: a key that may belong to another hold is not. */
export function isOfHold({ sure }: Pick<HoldPart, 'sure'>): boolean {
  return sure !== 'possible';
}

/** The keys that are released with the lock by default. */
export function chosenByDefault(hold: SharedHold | undefined): Chosen {
  return choosable(hold, isOfHold);
}

/** Of the keys that were picked by hand, those that can be released with the lock now. */
export function stillChosen(hold: SharedHold | undefined, picked: Chosen): Chosen {
  return choosable(hold, ({ lock }) => picked.has(lock.id));
}

export function isSameChoice(one: Chosen, other: Chosen): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function choosable(hold: SharedHold | undefined, isWanted: (part: HoldPart) => boolean): Chosen {
  const parts = (hold?.parts ?? []).filter((part) => isWanted(part) && canBeChosen(part));
  return new Set(parts.map(({ lock }) => lock.id));
}

/** A key that cannot be read or released cannot be chosen. */
export function canBeChosen({ allowed, seen }: Pick<HoldPart, 'allowed' | 'seen'>): boolean {
  return allowed && seen !== null;
}

/** The chosen keys in the form of a request; undefined = none is chosen. */
export function alsoOf(
  hold: SharedHold | undefined,
  chosen: Chosen,
): { id: LockId; seen: NonNullable<HoldPart['seen']> }[] {
  return (hold?.parts ?? []).flatMap(({ lock: { id }, seen }) =>
    seen && chosen.has(id) ? [{ id, seen }] : [],
  );
}

/**
 * Counts the keys that keep the token when only the chosen ones are released. `surely` = same hold; `perhaps` = maybe
 * another.
 */
export function keptOf(hold: SharedHold | undefined, chosen: Chosen): { surely: number; perhaps: number } {
  const kept = (hold?.parts ?? []).filter(({ lock }) => !chosen.has(lock.id));
  const known = kept.filter(isOfHold).length;
  const unseen = hold?.unseen ?? { surely: 0, perhaps: 0 };
  return {
    surely: known + unseen.surely,
    perhaps: kept.length - known + (hold?.more ?? 0) + unseen.perhaps,
  };
}

/**
 * State of a hold that was not released completely. `held` = one of its keys was left out, is not shown, or failed;
 * `unclear` = a key had changed since it was read, or its reply was lost.
 */
export function leftOf(hold: NonNullable<ActionResult['hold']>): 'held' | 'unclear' {
  const hasFailed = hold.keys.some(({ outcome }) => outcome === 'failed');
  return countLeft(hold) > 0 || hasFailed ? 'held' : 'unclear';
}

/**
 * Whether keys of a hold were left, or not freed; else one that is partly released is of a Redlock group, on too few of whose
 * masters it was.
 */
export function hasKeysLeft(hold: ActionResult['hold']): boolean {
  if (!hold) return false;
  return countLeft(hold) > 0 || hold.keys.some(({ outcome }) => outcome !== 'released');
}

/** Counts the keys of a released hold that were not asked for and are surely or likely of it, shown or not. */
export function countLeft({ kept, unseen }: Omit<NonNullable<ActionResult['hold']>, 'keys'>): number {
  return kept.filter(isOfHold).length + (unseen?.surely ?? 0);
}

/** The confirmations that releasing the lock and the chosen keys requires. */
export function requiresFor({ requires, hold }: Previewed, chosen: Chosen): Preview['requires'] {
  const all = [requires, ...partsOf(hold, chosen).map((part) => part.requires)];
  return {
    reason: all.some(({ reason }) => reason),
    typedKey: all.some(({ typedKey }) => typedKey),
    ...mostRequired(all),
  };
}

/**
 * Consequences of releasing the chosen keys with the lock. While other keys of the hold keep the token, no waiter can
 * acquire. A waiter for any of the keys waits for all of them, so the waiters are summed.
 */
export function consequencesFor({ lock, hold, consequences }: Previewed, chosen: Chosen): Consequence[] {
  const { surely, perhaps } = keptOf(hold, chosen);
  if (surely > 0) {
    const stays: Consequence = { code: 'hold-stays', happens: true, values: { count: surely } };
    return [stays, ...consequences.filter(({ code }) => !isOfAFreeLock(code))];
  }
  const waiting = [lock, ...partsOf(hold, chosen).map((part) => part.lock)].map(
    ({ waiters }) => waiters.count,
  );
  const told = consequences.map((each) => (WAITERS.has(each.code) ? waitersOf(waiting) : each));
  if (perhaps === 0) return told;
  return [{ code: 'hold-may-stay', happens: true, values: { count: perhaps } }, ...told];
}

const WAITERS: ReadonlySet<Consequence['code']> = new Set(['waiters-race', 'no-waiters', 'waiters-unknown']);

function waitersOf(waiting: readonly Counted[]): Consequence {
  const race = countOf(sumOfKnown(waiting));
  if (race.known && race.count > 0) {
    return { code: 'waiters-race', happens: true, values: { count: race.count } };
  }
  const areNone = waiting.every(isNone);
  return { code: areNone ? 'no-waiters' : 'waiters-unknown', happens: true, values: {} };
}

/**
 * The CLI command that releases the lock and exactly the chosen keys, with the consent that this takes; null = the preview
 * has none.
 */
export function commandFor(preview: Previewed & Pick<Preview, 'command'>, chosen: Chosen): string | null {
  const { hold } = preview;
  if (preview.command === null) return null;
  const command = requiresFor(preview, chosen).although
    ? preview.command.replace(/^lockscope release/, 'lockscope release --alive')
    : preview.command;
  if (!hold) return command;
  const isUsual = isSameChoice(chosen, chosenByDefault(hold));
  const also = [...chosen].map((id) => `--also ${id}`).join(' ');
  const which = chosen.size === 0 ? '--only-this-key' : isUsual ? '--same-hold' : also;
  return command.replace(/^lockscope release/, `lockscope release ${which}`);
}

function partsOf(hold: SharedHold | undefined, chosen: Chosen): HoldPart[] {
  return (hold?.parts ?? []).filter(({ lock }) => chosen.has(lock.id));
}
