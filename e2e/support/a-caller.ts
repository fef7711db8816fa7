import type { Caller } from '../../lib/actions/with-audit';
import { MACHINE } from '../../lib/domain/access/principal';

/** Somebody on this machine, where nobody signs in; `claimed` = what they say of themselves. */
export function callerAt(address: string, claimed: string | null = null): Caller {
  return { by: MACHINE, address, agent: '', claimed };
}
