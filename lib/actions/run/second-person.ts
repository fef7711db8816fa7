import type { Principal } from '../../domain/access/principal';
import type { Target } from '../../domain/nodes/target';
import { ConsoleError } from '../../domain/values/errors';

/** Somebody else approved the act, under the number of its request. Nothing that a caller sends makes one. */
export type Approval = {
  by: string;
  account: string;
  via: Principal['via'];
  atMs: number;
  request: number;
};

/** Why an act does not go without a second person, in words for a log. */
export function secondPersonText({ name }: Pick<Target, 'name'>): string {
  return `${name} takes two persons: ask for the act, and somebody else approves it.`;
}

/**
 * Throws `second-person` where the connection takes two and nobody approved. Every act on a key asks this, whoever asks for
 * it and by which way: of one lock, of a hold, of many, by a session, a token or the command line.
 */
export function requireSecondPerson(
  approval: Approval | null | undefined,
  target: Pick<Target, 'name' | 'twoPersons'>,
): void {
  if (!target.twoPersons || approval) return;
  throw new ConsoleError('second-person', secondPersonText(target), {
    problem: 'needed',
    target: target.name,
  });
}
