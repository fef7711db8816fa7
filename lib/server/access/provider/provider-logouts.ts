import { ConsoleError } from '../../../domain/values/errors';
import type { Archive } from '../../../history/archive/archive-types';
import { hashOf } from '../secrets';
import { LOGOUT_MS, type ProviderLogout } from './logout-token';

/** As long as a token counts, on clocks that differ, and longer than a sign-in takes after its ID token. */
const REMEMBERED_MS = 3 * LOGOUT_MS;

/** Names by which a provider knows a session; the database has hashes. */
type Refs = { subject: string | null; sid: string | null };

export type ProviderLogouts = ReturnType<typeof createProviderLogouts>;

/** Logouts of a provider, in the database: each token ends sessions once, whichever console it comes to. */
export function createProviderLogouts({ db }: Pick<Archive, 'db'>, issuer: string, now: () => number) {
  const refOf = (kind: string, id: string) => hashOf(JSON.stringify([issuer, kind, id]));

  function refsOf({ subject, sid }: Pick<ProviderLogout, 'subject' | 'sid'>): Refs {
    return {
      subject: subject === null ? null : refOf('sub', subject),
      sid: sid === null ? null : refOf('sid', sid),
    };
  }

  return {
    refsOf,

    /**
     * Ends the sessions that it is about: of its session where it names one, else all of its subject. A session of which the
     * provider never named its own one ends with each of its subject. Throws `invalid-argument` for a token that was taken.
     */
    end(logout: ProviderLogout): Promise<{ hash: string; name: string }[]> {
      const { subject, sid } = refsOf(logout);
      return db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('provider_logouts')
          .where('at_ms', '<', now() - REMEMBERED_MS)
          .execute();
        const taken = await trx
          .insertInto('provider_logouts')
          .values({
            jti: refOf('jti', logout.jti),
            subject: subject ?? '',
            sid: sid ?? '',
            at_ms: logout.issuedMs,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('jti')
          .execute();
        if (taken.length === 0)
          throw new ConsoleError('invalid-argument', 'The logout token was taken before.', { claim: 'jti' });
        let ending = trx.deleteFrom('sessions').where('via', '=', 'oidc');
        if (subject !== null) ending = ending.where('subject', '=', subject);
        if (sid !== null)
          ending = ending.where(({ eb, or }) =>
            or([eb('sid', '=', sid), ...(subject === null ? [] : [eb('sid', 'is', null)])]),
          );
        return ending.returning(['hash', 'name']).execute();
      });
    },

    /** Whether the provider has ended a sign-in since its ID token of `issuedMs`, or the session that this is of. */
    async ended({ subject, sid }: Refs, issuedMs: number | null): Promise<boolean> {
      const rows = await db
        .selectFrom('provider_logouts')
        .where(({ eb, or }) =>
          or([
            ...(sid === null ? [] : [eb('sid', '=', sid)]),
            ...(subject === null ? [] : [eb('subject', '=', subject)]),
          ]),
        )
        .select(['sid', 'at_ms'])
        .execute();
      // Both tokens name whole seconds: of the same one nobody knows which came first.
      return rows.some((row) => (row.sid === '' ? row.at_ms >= (issuedMs ?? 0) : row.sid === sid));
    },
  };
}
