import { rightsFor } from '../lib/redis/acl-lines';

/** With every command that some version of Redis knows. */
const NEWEST = '99';

/** The commands that the console's Redis user needs: to read, and to act as well. */
export function rightsList(): string {
  const { viewer, operator } = rightsFor(NEWEST);
  const shown = (rights: readonly string[]) =>
    rights.map((right) => `\`${right.toUpperCase().replace('|', ' ')}\``).join(', ');
  const acting = operator.filter((right) => !viewer.includes(right));
  return `To read: ${shown(viewer)}.\n\nTo release and extend also: ${shown(acting)}.`;
}
