import { accountOf } from '../../domain/access/principal';
import { mayBeSamePerson } from '../../domain/access/same-person';
import type { Archive } from '../../history/archive/archive-types';

/**
 * Names besides its own that are known of an account, in the database of the history: those that a provider gave it at any
 * of its sign-ins. They say who may be the same person, and nothing else. Methods reject as the archive does.
 */
export function createAccountNames({ db }: Pick<Archive, 'db'>) {
  async function namesOf(accounts: readonly string[]): Promise<Map<string, string[]>> {
    const names = new Map(accounts.map((account) => [account, [account]]));
    if (names.size === 0) return names;
    const rows = await db
      .selectFrom('account_names')
      .selectAll()
      .where('account', 'in', [...names.keys()])
      .execute();
    for (const { account, name } of rows) names.get(account)?.push(name);
    return names;
  }

  return {
    async keep(account: string, names: readonly string[]): Promise<void> {
      const others = new Set(names.map(accountOf).filter((name) => name !== account));
      for (const name of others)
        await db
          .insertInto('account_names')
          .values({ account, name })
          .onConflict((conflict) => conflict.columns(['account', 'name']).doNothing())
          .execute();
    },

    /** Which of these accounts may be of the same person as this one. */
    async sameAs(account: string, others: readonly string[]): Promise<ReadonlySet<string>> {
      const names = await namesOf([account, ...others]);
      const own = names.get(account) ?? [account];
      return new Set(others.filter((other) => mayBeSamePerson(own, names.get(other) ?? [other])));
    },
  };
}
