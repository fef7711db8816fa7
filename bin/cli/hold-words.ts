import type {
  ActionResult,
  Certainty,
  HoldPart,
  KeyOutcome,
  Preview,
  SharedHold,
  UnseenKeys,
} from '../../lib/contract/actions';
import type { Lock } from '../../lib/contract/lock';
import { afterAction, isPartlyDone } from '../../lib/domain/actions/after-action';
import {
  type Chosen,
  canBeChosen,
  chosenByDefault,
  countLeft,
  isOfHold,
  leftOf,
} from '../../lib/domain/actions/hold-choice';
import type { LockId } from '../../lib/domain/keys/lock-id';
import { CommandError, ExitCode } from './exit-code';
import { auditWords, durationWords, waitingWords } from './words';

/** The other keys to release: those asked for, or all of the hold. Throws for one that cannot be. */
export function chosenKeys(hold: SharedHold | undefined, also: readonly LockId[] | undefined): Chosen {
  if (also === undefined) return chosenByDefault(hold);
  for (const id of also) {
    const part = hold?.parts.find(({ lock }) => lock.id === id);
    if (part && canBeChosen(part)) continue;
    const why = part?.why?.message ?? 'it does not have the token of this holder';
    throw new CommandError(ExitCode.usage, 'usage', `--also ${id}: ${why}`);
  }
  return new Set(also);
}

const SURE: Record<Certainty, string> = {
  proven: 'the same hold',
  likely: 'likely the same hold',
  possible: 'may be one multi-lock, or another lock of the same holder',
};

/** The keys of a holder's token, as names and values; [] = it is on no other. */
export function holdFacts(lock: Lock, hold: SharedHold | undefined, chosen: Chosen): [string, string][] {
  if (!hold) return [];
  const of = 1 + hold.parts.filter(isOfHold).length + hold.more + (hold.unseen?.surely ?? 0);
  const freed = 1 + chosen.size;
  return [
    ['keys', `${freed} of ${Math.max(of, freed)} that have the token are released`],
    ['  release', `${lock.key.text} on ${lock.node}`],
    ...hold.parts.map((part): [string, string] => [
      chosen.has(part.lock.id) ? '  release' : '  leave',
      partWords(part),
    ]),
    ...(hold.more > 0 ? [['  leave', `${hold.more} more, which were not read`] as [string, string]] : []),
    ...unseenWords(hold.unseen).map((words): [string, string] => ['  leave', words]),
  ];
}

/** Keys that are not shown: those of the hold, and those that may be of it. */
function unseenWords(unseen: UnseenKeys | undefined): string[] {
  const { surely = 0, perhaps = 0 } = unseen ?? {};
  return [
    ...(surely > 0 ? [`${surely} more, not shown to you (${SURE.likely})`] : []),
    ...(perhaps > 0 ? [`${perhaps} more, not shown to you (${SURE.possible})`] : []),
  ];
}

function partWords(part: HoldPart): string {
  const { lock, sure, acquiredApartMs, leasesApartMs, why } = part;
  const told = [
    SURE[sure],
    ...(acquiredApartMs === null ? [] : [`taken ${durationWords(acquiredApartMs)} apart`]),
    ...(leasesApartMs === null ? [] : [`leases end ${durationWords(leasesApartMs)} apart`]),
    `${waitingWords(lock.waiters.count)} waiting`,
    ...(why ? [why.message] : []),
  ];
  return `${lock.key.text} on ${lock.node} (${told.join(', ')})`;
}

const OUTCOMES: Record<KeyOutcome['outcome'], string> = {
  released: 'released',
  changed: 'left alone: it was not there as it was seen',
  failed: 'not released',
  unknown: 'no answer: what became of it is not known',
};

/** What became of each key of a hold; [] = its token is on no other. */
export function holdLines({ hold }: Pick<Preview, 'hold'>, result: ActionResult): string[] {
  if (!hold && !result.hold) return [];
  const { keys, kept, unseen } = result.hold ?? { keys: [], kept: [] };
  return [
    ...keys.map(({ key, outcome, why, auditId }) => {
      const because = outcome === 'failed' && why ? ` (${why.message})` : '';
      return `- ${key}: ${OUTCOMES[outcome]}${because}${auditId === null ? '' : `, ${auditWords(auditId)}`}`;
    }),
    ...kept.map(({ key, sure }) => `- ${key}: left as it is, ${SURE[sure]}`),
    ...unseenWords(unseen).map((words) => `- ${words}: left as it is`),
  ];
}

const ON_TOO_FEW: Partial<Record<ActionResult['outcome'], string>> = {
  'partly-released': 'released on too few nodes: the lock may stay held',
  'partly-extended': 'extended on too few nodes: the lock is held only as long as it was',
  'partly-quarantined': 'in quarantine on too few nodes: its holder may still hold the lock',
};

/** The outcome of an act in one line. */
export function outcomeWords({ outcome, hold }: ActionResult): string {
  const onTooFew = ON_TOO_FEW[outcome];
  if (onTooFew !== undefined && !hold) return onTooFew;
  if (outcome !== 'partly-released' || !hold) {
    const isOpen = outcome === 'released' && (hold?.kept.length ?? 0) + (hold?.unseen?.perhaps ?? 0) > 0;
    return isOpen ? 'released, if the keys that are left are of no multi-lock with it' : outcome;
  }
  const freed = hold.keys.filter((key) => key.outcome === 'released').length;
  const of = hold.keys.length + countLeft(hold);
  const then = leftOf(hold) === 'held' ? 'the lock stays held' : 'whether it is free is not known';
  return `released ${freed} of ${of} keys: ${then}`;
}

/** Whether it was done on too few nodes, or not on all keys that were asked for. */
export function isShort({ lock, hold }: Preview, result: ActionResult): boolean {
  const keys = result.hold?.keys ?? [];
  if (keys.some(({ outcome }) => outcome !== 'released')) return true;
  if (keys.length === 0) return isPartlyDone(result.outcome) || afterAction(lock, result)?.is === 'short';
  return keys.some(({ id, nodes }) => {
    const of = id === lock.id ? lock : hold?.parts.find((part) => part.lock.id === id)?.lock;
    return of !== undefined && afterAction(of, { outcome: 'released', nodes })?.is === 'short';
  });
}
