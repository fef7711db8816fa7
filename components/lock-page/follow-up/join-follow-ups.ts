import type { Done } from '@/components/actions/done';
import type { Comeback, FollowUp, HealthAfter } from './follow-up';

/** One key that an action was done to, and all that is known of it since. */
export type FollowedKey = { done: Done; follow: FollowUp };

/** What speaks most against an outcome comes first. */
const COMEBACKS = ['back', 'alike', 'unknown', 'unseen', 'watching', 'away'] as const;
const HEALTHS = ['old', 'lost', 'other', 'risk', 'unknown', 'unseen', 'waiting', 'held'] as const;

/**
 * What is known of an action on the keys of one hold, which are free only together: of each figure the worst that any key has.
 * Who acquired next and who has the lock now are those of the first key, whose page it is. Pure.
 */
export function joinFollowUps([first, ...others]: readonly [FollowedKey, ...FollowedKey[]]): FollowUp {
  if (others.length === 0) return first.follow;
  const all = [first, ...others];
  const worst = worstComeback(all);
  const unknown = all.find(({ follow }) => follow.now?.is === 'unknown');
  return {
    ...first.follow,
    now: unknown?.follow.now ?? first.follow.now,
    health: worstHealth(all.map(({ follow }) => follow.health)),
    comeback: worst?.follow.comeback ?? null,
    comebackKey: worst?.done.lock.key.text ?? null,
  };
}

function worstComeback(all: readonly FollowedKey[]): FollowedKey | null {
  for (const is of COMEBACKS) {
    const [found, ...more] = all.filter(({ follow }) => follow.comeback?.is === is);
    if (found) return more.reduce((one, other) => (isWorse(other, one) ? other : one), found);
  }
  return null;
}

/** Who came back sooner, or is to be watched longer. */
function isWorse(
  { follow: { comeback: one } }: FollowedKey,
  { follow: { comeback: other } }: FollowedKey,
): boolean {
  const [a, b] = [one, other] as [Comeback, Comeback];
  if ('afterMs' in a && 'afterMs' in b) return a.afterMs < b.afterMs;
  return 'untilMs' in a && 'untilMs' in b && a.untilMs > b.untilMs;
}

/** Where a key is free and another is held, the first one counts: only whoever has all of them has the lock. */
function worstHealth(all: readonly (HealthAfter | null)[]): HealthAfter | null {
  const [own] = all;
  for (const is of HEALTHS) {
    const found = all.find((health) => health?.is === is);
    if (found && (is !== 'held' || own?.is === 'healthy')) return found;
  }
  return own ?? null;
}
