import type { ActionResult, KeptKey, KeyOutcome } from '../../contract/actions';
import type { BulkCounts } from './bulk';
import { isOfHold, leftOf } from './hold-choice';
import type { LeftInRun } from './hold-in-run';

/** Keys of a hold that a reader of the audit is not shown: so many keep it, of so many nobody knows. */
type HiddenKeys = { held: number; unclear: number };

/** Of an act of a run, how many keys it left; of an entry that is shown in part, how many it does not name. */
type Counted = { hidden?: Partial<HiddenKeys>; left?: Partial<LeftInRun> };

/**
 * What keeps a hold that was released in part: `keys` by name; `unseen` = how many were not shown to whoever released it, or
 * were left by a run, of which it has no names; `hidden` = not shown to whoever reads that.
 */
type LeftKeys = { is: 'held' | 'unclear'; keys: string[]; unseen: number; hidden: number };

/** Of the `hold` of an audit entry, in which somebody may have written anything by hand. Pure. */
export function leftKeysOf(hold: unknown): LeftKeys {
  const of = (hold ?? {}) as Partial<NonNullable<ActionResult['hold']>> & Counted;
  const keys: KeyOutcome[] = Array.isArray(of.keys) ? of.keys : [];
  const kept: KeptKey[] = Array.isArray(of.kept) ? of.kept : [];
  const held = of.hidden?.held ?? 0;
  const more = (of.unseen?.surely ?? 0) + (of.left?.held ?? 0);
  const isHeld = held + more > 0 || leftOf({ keys, kept }) === 'held';
  const left = [...keys.filter(({ outcome }) => outcome !== 'released'), ...kept.filter(isOfHold)];
  return {
    is: isHeld ? 'held' : 'unclear',
    keys: left.map(({ key }) => key),
    unseen: isHeld ? more : (of.left?.unclear ?? 0),
    hidden: held + (of.hidden?.unclear ?? 0),
  };
}

/** Counts the keys of a hold that keep it, or may, among those that are not shown. Pure. */
export function hiddenKeysOf(keys: readonly KeyOutcome[], kept: readonly KeptKey[]): HiddenKeys {
  return {
    held: keys.filter(({ outcome }) => outcome === 'failed').length + kept.filter(isOfHold).length,
    unclear: keys.filter(({ outcome }) => outcome !== 'failed' && outcome !== 'released').length,
  };
}

/** How many locks of a run were not released; null = its entry does not say. Pure. */
export function leftOfRun(counts: unknown): number | null {
  const { refused, unexpected, 'not-tried': untried } = (counts ?? {}) as Partial<BulkCounts>;
  const all = [refused, unexpected, untried];
  return all.every((each) => typeof each === 'number') ? all.reduce((sum, each) => sum + each, 0) : null;
}
