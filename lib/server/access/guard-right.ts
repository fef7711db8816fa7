import type { Grant } from '../../contract/access/sessions';
import type { ApiEndpoint } from '../../contract/endpoint';
import type { Right } from '../../contract/rights';
import { may, mayAnywhere, mayEverywhere } from '../../domain/access/grants';
import type { Principal } from '../../domain/access/principal';
import { keyOfSlug, type LockId, parseLockId } from '../../domain/keys/lock-id';
import { ConsoleError } from '../../domain/values/errors';
import type { SignIn } from '../config/config-sign-in';

/** What a request names: the id in its path, and the parts of its body that say on what it acts. */
export type Named = { id: string; body: unknown };

/**
 * Refuses what these grants do not allow. Throws `denied`, which names the right and who grants it, and `not-found` for a
 * lock that may not even be viewed: whether it is there is not said.
 */
export function guardRight(
  grants: readonly Grant[],
  { right, on }: Pick<ApiEndpoint, 'right' | 'on'>,
  named: Named,
  signIn: SignIn | null,
): void {
  if (right === 'open' || right === 'own') return;
  const deny = (target: string | null) => deniedError(right, target, signIn);
  if (on === 'lock') for (const id of locksOf(named)) guardLock(grants, right, id, deny);
  else if (on === 'locks') guardMany(grants, right, named, signIn);
  else if (on === 'target') guardTarget(grants, right, named.body as OnTarget | null, deny);
  else if (!mayAnywhere(grants, right)) throw deny(null);
}

function locksOf({ id, body }: Named): LockId[] {
  const { also = [] } = (body ?? {}) as { also?: { id: LockId }[] };
  return [id, ...also.map((part) => part.id)];
}

/** Many locks in one act take the right to that, and to what is done to each. */
function guardMany(grants: readonly Grant[], right: Right, { body }: Named, signIn: SignIn | null): void {
  const { items } = body as { items: { id: LockId }[] };
  for (const { id } of items)
    for (const needed of [right, 'release'] as const)
      guardLock(grants, needed, id, (target) => deniedError(needed, target, signIn));
}

type Deny = (target: string | null) => ConsoleError;

function guardLock(grants: readonly Grant[], right: Right, id: LockId, deny: Deny): void {
  const address = parseLockId(id);
  if (!address) return; // it names none: the endpoint says so
  const key = keyOfSlug(address.slug);
  if (!may(grants, 'view', address.target, key))
    throw new ConsoleError('not-found', 'There is no lock of this id.', { lastKnown: null, events: [] });
  if (!may(grants, right, address.target, key)) throw deny(address.target);
}

type OnTarget = { target?: string | null; scope?: { kind?: string; id?: string } };

/** What is about a whole target, or about all of them, needs the right on all keys of it. */
function guardTarget(grants: readonly Grant[], right: Right, on: OnTarget | null, deny: Deny): void {
  const { target, scope } = on ?? {};
  if (target === undefined || target === null) {
    if (!mayEverywhere(grants, right)) throw deny(null);
    return;
  }
  const address = scope?.kind === 'lock' ? parseLockId(scope.id ?? '') : null;
  const key = address?.target === target ? keyOfSlug(address.slug) : null;
  if (!may(grants, right, target, key)) throw deny(target);
}

/** Refuses what a caller may not do on a key, or (null) on a whole target. Throws `denied`. */
export function requireRight(
  { access }: { access: { signIn: SignIn | null } },
  { by }: { by: Principal },
  right: Right,
  target: string,
  key: string | null = null,
): void {
  if (!may(by.grants, right, target, key)) throw deniedError(right, target, access.signIn);
}

/** Says which right is missing, and who grants it. */
function deniedError(right: Right, target: string | null, signIn: SignIn | null): ConsoleError {
  return new ConsoleError(
    'denied',
    `This needs the right "${right}"${target === null ? '' : ` on ${target}`}.`,
    {
      right,
      ...(target !== null && { target }),
      ...(signIn?.grantedBy && { grantedBy: signIn.grantedBy }),
      ...(signIn?.runbook && { runbook: signIn.runbook }),
    },
  );
}
