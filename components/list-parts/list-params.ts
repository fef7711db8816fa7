import { parseAsBoolean, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { descByDefault, LOCK_SORTS, type LockSort } from '@/lib/contract/codes';
import type { LockFilter } from '@/lib/contract/locks';

export const LIST_VIEWS = ['flat', 'families'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** Filter and order of a list, in the URL. */
export const FILTER_PARAMS = {
  q: parseAsString.withDefault(''),
  sort: parseAsStringLiteral(LOCK_SORTS).withDefault('harm'),
  desc: parseAsBoolean,
};

/** How a list is shown, in the URL. */
export const VIEW_PARAMS = {
  view: parseAsStringLiteral(LIST_VIEWS).withDefault('flat'),
  open: parseAsNativeArrayOf(parseAsString),
};

type FilterParams = { q: string; sort: LockSort; desc: boolean | null };

/** What the URL asks for. */
export function filterOf({ q, sort, desc }: FilterParams, target: string | null): LockFilter {
  return { q, target, sort, desc: desc ?? descByDefault(sort) };
}
