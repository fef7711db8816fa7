/**
 * Takes the parts of a text of JSON lines, wherever they are cut, and gives `onLine` each line once it is whole. Throws a
 * SyntaxError for a line that is none. A last line without its end is not given: what was sent broke off there.
 */
export function jsonLines(onLine: (line: unknown) => void): (part: string) => void {
  let rest = '';
  return (part) => {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
  };
}
