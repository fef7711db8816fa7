/** How much of a key's end stays when the middle is cut: names of jobs and dates stand there. */
const TAIL = 14;

/**
 * A key in two parts, of which the first may be cut to an ellipsis. Never splits what is one character to a reader.
 * `most` = how many characters the second may have.
 */
export function splitKey(text: string, most = TAIL): [head: string, tail: string] {
  const tailLength = Math.min(TAIL, most, Math.floor(text.length / 2));
  if (!/[^\x20-\x7e]/.test(text))
    return [text.slice(0, text.length - tailLength), text.slice(text.length - tailLength)];
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const at = characters.length - Math.min(TAIL, most, Math.floor(characters.length / 2));
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}
