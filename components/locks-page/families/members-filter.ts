import type { LockFilter } from '@/lib/contract/locks';
import { familyTerm } from '@/lib/domain/lists/family-term';

/** The filter that leaves the members of one family of those that fit `q`, the most urgent first. */
export function membersFilter(family: string, q: string, target: string | null): LockFilter {
  const term = familyTerm(family);
  return { q: q.trim() === '' ? term : `${q.trim()} ${term}`, target, sort: 'harm', desc: true };
}

/** Address of the flat list of them. */
export function membersPath({ q, target }: LockFilter): string {
  return `/locks?${new URLSearchParams({ q, ...(target === null ? {} : { target }) })}`;
}
