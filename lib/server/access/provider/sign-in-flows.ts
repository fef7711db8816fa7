import type { Archive } from '../../../history/archive/archive-types';
import { hashOf } from '../secrets';

/** So long may somebody take to sign in at a provider. */
export const FLOW_MS = 600_000;

/** A sign-in at a provider that is not back yet. `path` = where it leads to. */
type Flow = { state: string; browser: string; nonce: string; verifier: string; path: string };

export type SignInFlows = ReturnType<typeof createSignInFlows>;

/** Sign-ins at a provider that are under way, in the database, so that they may come back to another console. */
export function createSignInFlows({ db }: Pick<Archive, 'db'>, now: () => number) {
  return {
    /** Keeps a sign-in that goes to the provider: it comes back with its state, in the same browser. */
    async begin({ state, browser, nonce, verifier, path }: Flow): Promise<void> {
      await db
        .deleteFrom('sign_in_flows')
        .where('at_ms', '<', now() - FLOW_MS)
        .execute();
      const values = { state: hashOf(state), browser: hashOf(browser), nonce, verifier, path, at_ms: now() };
      await db.insertInto('sign_in_flows').values(values).execute();
    },

    /** Takes it back, once; null = there is none, or it began in another browser, or too long ago. */
    async take(state: string, browser: string): Promise<Flow | null> {
      const [taken] = await db
        .deleteFrom('sign_in_flows')
        .where('state', '=', hashOf(state))
        .where('browser', '=', hashOf(browser))
        .returning(['nonce', 'verifier', 'path', 'at_ms'])
        .execute();
      if (!taken || taken.at_ms < now() - FLOW_MS) return null;
      const { nonce, verifier, path } = taken;
      return { state, browser, nonce, verifier, path };
    },
  };
}
