import { hostname, userInfo } from 'node:os';

/** Who the audit says did it. A claim, as everything that a caller says of itself. */
export function actor(): string {
  const name = process.env.LOCKSCOPE_ACTOR || `${userName()}@${hostname()}`;
  return name.replace(/[^\x20-\x7e]/g, '?').slice(0, 64);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`; // a container without an entry for this user
  }
}
