import type { Grant } from '../../contract/access/sessions';
import type { Right } from '../../contract/rights';
import { bytesOf } from '../keys/bytes';
import { compileGlob } from '../keys/glob';

/** What one right is worth on a target: every key, the keys that match, or none. */
export type Reach = 'all' | 'none' | { keys: readonly string[] };

const EVERYTHING = ['*'];

/** May do everything everywhere. */
export const ALL_GRANTS: readonly Grant[] = [{ rights: ['admin'], targets: EVERYTHING, keys: EVERYTHING }];

/** Rights that whoever has the first has too, on the same keys. */
const INCLUDES: Partial<Record<Right, readonly Right[]>> = {
  preview: ['view'],
  extend: ['preview', 'view'],
  release: ['preview', 'view'],
  quarantine: ['preview', 'view'],
  bulk: ['preview', 'view'],
  xray: ['view'],
  silence: ['view'],
};

/** Whether a grant of `given` is one of `wanted`. Being another console is granted by name only. */
function includes(given: Right, wanted: Right): boolean {
  if (given === wanted) return true;
  if (given === 'admin') return wanted !== 'peer';
  return INCLUDES[given]?.includes(wanted) ?? false;
}

/** The keys of a target that these grants give a right on. */
export function reachOf(grants: readonly Grant[], right: Right, target: string): Reach {
  const keys = new Set<string>();
  for (const grant of grants) {
    if (!grant.rights.some((given) => includes(given, right))) continue;
    if (!grant.targets.some((glob) => matchOf(glob)(bytesOf(target)))) continue;
    for (const glob of grant.keys) keys.add(glob);
  }
  if (keys.size === 0) return 'none';
  return keys.has('*') ? 'all' : { keys: [...keys].sort() };
}

/**
 * Whether these grants give a right on a target, and on a key of it where one is named (bytes, one character each).
 * Without a key it must be given on every key.
 */
export function may(grants: readonly Grant[], right: Right, target: string, key?: string | null): boolean {
  return covers(reachOf(grants, right, target), key ?? null);
}

/** Whether a reach has this key; null = every key. */
export function covers(reach: Reach, key: string | null): boolean {
  if (typeof reach === 'string') return reach === 'all';
  return key !== null && reach.keys.some((glob) => matchOf(glob)(key));
}

/** Whether a right is given anywhere. */
export function mayAnywhere(grants: readonly Grant[], right: Right): boolean {
  return grants.some(({ rights }) => rights.some((given) => includes(given, right)));
}

/** Whether a right is given on every key of every target. */
export function mayEverywhere(grants: readonly Grant[], right: Right): boolean {
  return grants.some(
    ({ rights, targets, keys }) =>
      rights.some((given) => includes(given, right)) && targets.includes('*') && keys.includes('*'),
  );
}

const matchers = new Map<string, (text: string) => boolean>();
const MOST_MATCHERS = 1_000;

function matchOf(glob: string): (text: string) => boolean {
  const known = matchers.get(glob);
  if (known) return known;
  if (matchers.size >= MOST_MATCHERS) matchers.clear();
  const made = compileGlob(bytesOf(glob));
  matchers.set(glob, made);
  return made;
}
