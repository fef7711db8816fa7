import type { NodeOutcome } from '../../contract/actions';
import type { Vote } from '../../contract/lock';
import { afterAction } from '../../domain/actions/after-action';
import { isConsoleError } from '../../domain/values/errors';
import type { AnyRedis } from '../../redis/connection';
import type { Quarantined } from './quarantine-lock';

/** One master of a Redlock group, for acts. */
export type Master = { node: string; redis: AnyRedis };

/**
 * Does the same on every master at once: only together are they the lock. A master that has it in another way than it was
 * seen is left alone and said so, as is one that gives no answer. Throws, as `act` does, where none of them did it: that the
 * lock changed, if all that could be asked say so.
 */
export async function runOnMasters<T>(
  masters: readonly Master[],
  outcome: 'released' | 'extended' | 'quarantined',
  act: (redis: AnyRedis) => Promise<T>,
): Promise<{ results: T[]; nodes: NodeOutcome[] }> {
  const asked = await Promise.allSettled(masters.map(({ redis }) => act(redis)));
  const results = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const nodes = asked.map((each, i): NodeOutcome => {
    const node = masters[i]?.node ?? '';
    if (each.status === 'fulfilled') return { node, outcome };
    return { node, outcome: isConsoleError(each.reason, 'changed') ? 'changed' : 'unreached' };
  });
  if (results.length > 0) return { results, nodes };
  const failures = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  throw failures.find((error) => isConsoleError(error, 'changed')) ?? failures[0];
}

/** Who waits listens on several masters. */
export function mostWoken(woken: readonly (number | null)[]): number | null {
  const known = woken.filter((each) => each !== null);
  return known.length > 0 ? Math.max(...known) : null;
}

/** The end of a quarantine. `isShort` = on so few masters of a group that a quorum may have its holder, or the operator, still. */
export type QuarantineEnd = { woken: number | null; nodes: NodeOutcome[]; isShort: boolean };

/** What a quarantine began on the masters of a group: what became of each, and `releases` of those that have it, in their order. */
type Begun = {
  votes: readonly Pick<Vote, 'node' | 'vote'>[] | null;
  nodes: readonly NodeOutcome[];
  releases: readonly Quarantined['release'][];
};

/** Ends a quarantine on each master that has it; on the others nothing changed since. Throws where it was released on none. */
export async function releaseAll({ votes, nodes, releases }: Begun): Promise<QuarantineEnd> {
  const all = await Promise.allSettled(releases.map((release) => release()));
  const failed = all.find((each) => each.status === 'rejected');
  const done = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (failed && done.length === 0) throw failed.reason;
  const begun = nodes.filter(({ outcome }) => outcome === 'quarantined').map(({ node }) => node);
  const ended = nodes.map(({ node, outcome }): NodeOutcome => {
    const each = all[begun.indexOf(node)];
    if (!each) return { node, outcome };
    if (each.status === 'fulfilled') return { node, outcome: 'released' };
    return { node, outcome: isConsoleError(each.reason, 'changed') ? 'changed' : 'unreached' };
  });
  const known = nodes.map(({ node }): Pick<Vote, 'node' | 'vote'> => {
    // Where the operator's token is gone nobody has the lock by this act.
    if (begun.includes(node)) return { node, vote: 'no' };
    return { node, vote: votes?.find((each) => each.node === node)?.vote ?? 'unread' };
  });
  const after = afterAction({ votes: known }, { outcome: 'released', nodes: ended });
  return { woken: mostWoken(done), nodes: ended, isShort: after?.is === 'short' };
}
