import type { ActionResult, Consequence, HoldPart, Preview, SharedHold } from '../../contract/actions';
import type { LockId } from '../keys/lock-id';
import { type Counted, countOf, isNone, sumOfKnown } from '../values/counted';
import { isOfAFreeLock } from './others-hold-on';

/** The other keys of a hold that are to be released with a lock. */
export type Chosen = ReadonlySet<LockId>;

type Previewed = Pick<Preview, 'lock' | 'hold' | 'requires' | 'consequences'>;

/** Whether a key is released with the lock unless somebody says otherwise: what may be another hold is not. */
export function isOfHold({ sure }: Pick<HoldPart, 'sure'>): boolean {
  return sure !== 'possible';
}

/** The keys that are released with the lock unless somebody says otherwise. */
export function chosenByDefault(hold: SharedHold | undefined): Chosen {
  const parts = (hold?.parts ?? []).filter((part) => isOfHold(part) && canBeChosen(part));
  return new Set(parts.map(({ lock }) => lock.id));
}

/** What cannot be read or released stays as it is. */
export function canBeChosen({ allowed, seen }: Pick<HoldPart, 'allowed' | 'seen'>): boolean {
  return allowed && seen !== null;
}

/** The chosen keys as a request has them; undefined = none is. */
export function alsoOf(
  hold: SharedHold | undefined,
  chosen: Chosen,
): { id: LockId; seen: NonNullable<HoldPart['seen']> }[] {
  return (hold?.parts ?? []).flatMap(({ lock: { id }, seen }) =>
    seen && chosen.has(id) ? [{ id, seen }] : [],
  );
}

/** Keys that keep the lock when only the chosen ones are released: `surely` are of the same hold, `perhaps` may be. */
export function keptOf(hold: SharedHold | undefined, chosen: Chosen): { surely: number; perhaps: number } {
  const kept = (hold?.parts ?? []).filter(({ lock }) => !chosen.has(lock.id));
  const surely = kept.filter(isOfHold).length;
  return { surely, perhaps: kept.length - surely + (hold?.more ?? 0) };
}

/**
 * What a hold is that was not released whole. `held` = a key of it was left, or was not done; `unclear` = all that can be said
 * is that a key was not there as it was seen, or that its reply was lost.
 */
export function leftOf({ keys, kept }: NonNullable<ActionResult['hold']>): 'held' | 'unclear' {
  return kept.some(isOfHold) || keys.some(({ outcome }) => outcome === 'failed') ? 'held' : 'unclear';
}

/** What has to be said to release the lock and the chosen keys. */
export function requiresFor({ requires, hold }: Previewed, chosen: Chosen): Preview['requires'] {
  const all = [requires, ...partsOf(hold, chosen).map((part) => part.requires)];
  return { reason: all.some(({ reason }) => reason), typedKey: all.some(({ typedKey }) => typedKey) };
}

/**
 * What follows when the chosen keys are released with the lock: while others of the hold keep their token nobody acquires,
 * and who waits for any of the keys waits for them all.
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

/** The line for a terminal that releases the lock and exactly the chosen keys. */
export function commandFor(command: string, hold: SharedHold | undefined, chosen: Chosen): string {
  if (!hold) return command;
  const usual = chosenByDefault(hold);
  const isUsual = chosen.size === usual.size && [...chosen].every((id) => usual.has(id));
  const also = [...chosen].map((id) => `--also ${id}`).join(' ');
  const which = chosen.size === 0 ? '--only-this-key' : isUsual ? '--same-hold' : also;
  return command.replace(/^lockscope release/, `lockscope release ${which}`);
}

function partsOf(hold: SharedHold | undefined, chosen: Chosen): HoldPart[] {
  return (hold?.parts ?? []).filter(({ lock }) => chosen.has(lock.id));
}
