import type { Grant } from '../../contract/access/sessions';
import type { Lock } from '../../contract/lock';
import { seesTokensOf } from '../../domain/access/principal';
import { maskedOnce } from './mask';

/**
 * Locks as their caller sees them (`seen`), but for those of a client instance of which another lock is masked: these are
 * masked too, so that its pseudonym leads to all of them. `raw` = the same locks with every token. A lock may have holders
 * of several instances, so that a mask spreads from lock to lock. A holder that its token alone names has no pseudonym that
 * leads anywhere: its locks stay as they are.
 */
export function oneNameEach(seen: readonly Lock[], raw: readonly Lock[], grants: readonly Grant[]): Lock[] {
  const open = new Map<string, Lock[]>();
  const hidden: string[] = [];
  for (const lock of raw) {
    const names = instancesOf(lock);
    if (!seesTokensOf(grants, lock.id)) hidden.push(...names);
    else for (const name of names) open.set(name, [...(open.get(name) ?? []), lock]);
  }
  const masked = new Set<string>();
  for (let name = hidden.pop(); name !== undefined; name = hidden.pop()) {
    for (const lock of open.get(name) ?? []) {
      if (masked.has(lock.id)) continue;
      masked.add(lock.id);
      hidden.push(...instancesOf(lock));
    }
    open.delete(name);
  }
  return masked.size === 0 ? [...seen] : seen.map((lock) => (masked.has(lock.id) ? maskedOnce(lock) : lock));
}

function instancesOf({ holders }: Lock): string[] {
  return holders.flatMap(({ process }) => process?.instance ?? []);
}
