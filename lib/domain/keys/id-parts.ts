import { familyOf } from './family';

/**
 * A name that goes on below the last id of a key: `below` follows that id. `part` = the id itself. null = the key has no
 * id. Pure.
 */
export function splitBelow(key: string, below: string): { part: string; name: string } | null {
  const family = familyOf(key);
  const last = family.lastIndexOf('*');
  if (last < 0) return null;
  const tail = family.slice(last + 1);
  if (!key.endsWith(tail)) return null;
  const end = key.length - tail.length;
  const part = /[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*$/.exec(key.slice(0, end))?.[0];
  if (part === undefined) return null;
  return { part, name: `${key.slice(0, end)}${below}${tail}` };
}
