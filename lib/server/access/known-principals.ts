import type { Principal } from '../../domain/access/principal';

/** So long a console goes by what it read of a session or token: one that ended elsewhere is worth no more after it. */
const TRUSTED_MS = 2_000;
const MOST_KNOWN = 5_000;

/** Whom a session or token was found to be of, for a moment: a page asks many things at once. */
export function createKnownPrincipals(now: () => number) {
  const known = new Map<string, { principal: Principal; untilMs: number }>();
  return {
    /** null = it has to be found out anew. */
    of(session: string): Principal | null {
      const found = known.get(session);
      return found && found.untilMs > now() ? found.principal : null;
    },

    remember(session: string, principal: Principal): Principal {
      known.delete(session);
      known.set(session, { principal, untilMs: now() + TRUSTED_MS });
      if (known.size > MOST_KNOWN) known.delete(known.keys().next().value ?? '');
      return principal;
    },

    forget: (session: string) => void known.delete(session),
  };
}
