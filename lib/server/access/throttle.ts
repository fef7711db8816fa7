import { ConsoleError } from '../../domain/values/errors';
import type { Accounts } from './accounts';

const WINDOW_MS = 900_000;
/** Failed attempts within the window. */
const OF_PAIR = 5;
const OF_ADDRESS = 30;
const OF_ACCOUNT = 100;

type Tries = Pick<Accounts, 'addTry' | 'forgetTry' | 'tries' | 'forgetTries' | 'forgetTriesOf'>;

/**
 * Bounds attempts to sign in: five wrong passwords for an account from an address, thirty from an address, a hundred for an
 * account, in a quarter of an hour. Counted in the database, so that more consoles are no more tries.
 */
export function createThrottle(accounts: Tries, now: () => number) {
  return {
    /**
     * Counts an attempt before it is made: of many at once none is too many. `settled` takes the attempts of the pair back.
     * Throws `rate-limited`.
     */
    async begin(account: string, address: string): Promise<{ left: number; settled(): Promise<void> }> {
      const sinceMs = now() - WINDOW_MS;
      await accounts.forgetTries(sinceMs);
      const nth = await accounts.addTry(account, address);
      const tries = await accounts.tries(account, address, sinceMs, nth);
      const ofPair = tries.filter((each) => each.account === account && each.address === address);
      const ofAddress = tries.filter((each) => each.address === address);
      const ofAccount = tries.filter((each) => each.account === account);
      const over = [
        { all: ofPair, most: OF_PAIR },
        { all: ofAddress, most: OF_ADDRESS },
        { all: ofAccount, most: OF_ACCOUNT },
      ].find(({ all, most }) => all.length > most);
      if (over) {
        // One that is refused is no attempt: it keeps nobody else out, and itself no longer.
        await accounts.forgetTry(nth);
        // Another attempt is possible when the oldest of those that fill the limit leaves the window.
        const oldestMs = over.all.at(-over.most)?.atMs ?? now();
        const retryAfterSeconds = Math.max(1, Math.ceil((oldestMs + WINDOW_MS - now()) / 1_000));
        const minutes = Math.ceil(retryAfterSeconds / 60);
        throw new ConsoleError('rate-limited', `Too many attempts to sign in; try again in ${minutes} min.`, {
          retryAfterSeconds,
        });
      }
      return {
        left: OF_PAIR - ofPair.length,
        settled: () => accounts.forgetTriesOf(account, address),
      };
    },
  };
}
