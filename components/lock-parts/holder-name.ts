import type { Holder } from '@/lib/contract/holder';
import { shortToken } from '@/lib/domain/holders/short-token';

/** What a holder can be called: by its label, its process, or only that it has a token, or nothing at all. */
type HolderName = { code: 'named'; name: string } | { code: 'unnamed' } | { code: 'unknown' };

/** What a holder's name is made of. */
export type NamingFacts = Pick<Holder, 'label' | 'process' | 'tokenUnique'>;

export function holderNameOf({ label, process, tokenUnique }: NamingFacts): HolderName {
  if (label) return { code: 'named', name: label };
  if (process?.host)
    return { code: 'named', name: process.pid === null ? process.host : `${process.host}:${process.pid}` };
  return { code: tokenUnique ? 'unnamed' : 'unknown' };
}

/** A holder as an event names it: one without a name by its token, of which the ends are enough. */
export function shortHolder(holder: string): string {
  return holder.length > 28 && !/[\s·]/.test(holder) ? shortToken(holder) : holder;
}
