const KEY_LENGTH = 32;

/** The middle of a long key is left out. */
export function shortened(key: string, length = KEY_LENGTH): string {
  const characters = [...key];
  if (characters.length <= length) return key;
  const tail = Math.floor((length - 1) / 2);
  return `${characters.slice(0, length - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
}
