import type { SignInWay, TokenEnd } from '../../contract/rights';
import { isOfNoUser } from './same-person';

/**
 * How the loss of the rights of whoever made a token ends it. `via` = how they had signed in then; null = at no console, or at
 * one that did not keep it. What a provider or a proxy says of somebody is known only when they come.
 */
export function endOfToken({ account, via }: { account: string; via: SignInWay | null }): TokenEnd {
  if (via === 'machine' || isOfNoUser(account)) return 'never';
  return via === 'password' || via === 'passkey' ? 'at-once' : 'when-seen';
}
