import { HOLDER_VERDICTS, type HolderVerdict } from '../../contract/codes';
import type { Holder } from '../../contract/holder';

/** What a holder counts and is shown as: `quarantined` = an operator has the lock, who is no holder that lives or not. */
export type HolderStanding = HolderVerdict | 'quarantined';

export const HOLDER_STANDINGS: readonly HolderStanding[] = [...HOLDER_VERDICTS, 'quarantined'];

/** `verdict` null = of whoever holds nothing, of whom nothing is shown. */
export function holderStanding({
  verdict,
  quarantine,
}: { verdict: HolderVerdict | null } & Pick<Holder, 'quarantine'>): HolderStanding {
  return quarantine ? 'quarantined' : (verdict ?? 'unknown');
}
