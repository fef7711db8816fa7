import type { TokenRequest } from '@/lib/contract/access/sessions';
import { RIGHTS, type Right } from '@/lib/contract/rights';

/** As it is typed. */
export type TokenDraft = {
  name: string;
  days: string;
  rights: readonly Right[];
  targets: string;
  keys: string;
};

export const FIRST_TOKEN: TokenDraft = { name: '', days: '30', rights: [], targets: '*', keys: '*' };

const MOST_DAYS = 366;

/** What a program may be given: being another console is proven in another way. */
export const TOKEN_RIGHTS = RIGHTS.filter((right) => right !== 'peer');
export type TokenRight = (typeof TOKEN_RIGHTS)[number];

/** The days that are typed; null = they are none that a token can have. */
export function daysOf(text: string): number | null {
  const days = /^\d{1,3}(?:\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  return days > 0 && days <= MOST_DAYS ? days : null;
}

/** Names of targets or globs of them, with commas or blanks between. */
function targetGlobsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((glob) => glob !== '');
}

/** Globs of keys, one a line: a key may hold blanks and commas. */
function keyGlobsOf(text: string): string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}

/** What is missing first; null = nothing. */
export function missingIn(draft: TokenDraft): 'name' | 'days' | 'rights' | 'targets' | 'keys' | null {
  if (draft.name.trim() === '') return 'name';
  if (daysOf(draft.days) === null) return 'days';
  if (draft.rights.length === 0) return 'rights';
  if (targetGlobsOf(draft.targets).length === 0) return 'targets';
  return keyGlobsOf(draft.keys).length === 0 ? 'keys' : null;
}

/** What is asked for; null = something is missing. */
export function tokenRequestOf(draft: TokenDraft): TokenRequest | null {
  const days = daysOf(draft.days);
  if (days === null || missingIn(draft) !== null) return null;
  const { name, rights, targets, keys } = draft;
  return {
    name: name.trim(),
    days,
    grants: [{ rights, targets: targetGlobsOf(targets), keys: keyGlobsOf(keys) }],
  };
}
