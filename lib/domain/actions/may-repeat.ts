import type { Holder } from '../../contract/holder';

/** Whether a later hold may write the same token, so that the token alone does not prove which hold it is. */
export function mayRepeat({
  tokenUnique,
  tokenReused,
}: Pick<Holder, 'tokenUnique' | 'tokenReused'>): boolean {
  return !tokenUnique || tokenReused === true;
}
