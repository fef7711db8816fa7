import { rightsFor } from '../lib/redis/acl-lines';

const START = '<!-- rights:start -->';
const END = '<!-- rights:end -->';
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

/** `text` with what stands between the two markers replaced by `list`. Throws when a marker is missing. */
export function withRightsList(text: string, list: string): string {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`the text lacks ${START} … ${END}`);
  return `${text.slice(0, start + START.length)}\n${list}\n${text.slice(end)}`;
}
