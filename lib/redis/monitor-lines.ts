import type { ByteString } from '../domain/keys/bytes';

/** One command as MONITOR reports it. */
export type MonitoredCommand = {
  db: number;
  /** Address of the client; `lua` = a script ran it. */
  source: string;
  /** The command's name and its arguments. */
  args: ByteString[];
};

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', a: '\x07', b: '\b' };

/**
 * Splits chunks into lines, however they are cut, and calls `onLine` with each, without its end. Returns the function that
 * takes the chunks.
 */
export function lineReader(onLine: (line: ByteString) => void): (chunk: Buffer) => void {
  let begun: string[] = [];
  return (chunk) => {
    const text = chunk.toString('latin1');
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      begun.push(text.slice(start, end));
      const line = begun.join('');
      begun = [];
      start = end + 1;
      onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    if (start < text.length) begun.push(text.slice(start));
  };
}

/**
 * Parses a MONITOR line such as `+1760437200.123456 [0 127.0.0.1:5000] "set" "a\x00b" "1"`; null for a line without a
 * command. Returns the bytes as sent, with Redis' escapes resolved.
 */
export function parseMonitorLine(line: ByteString): MonitoredCommand | null {
  const head = /^\+\d+\.\d+ \[(\d+) ([^"]*)\] (?=")/.exec(line);
  if (!head) return null;
  const [{ length }, db = '', source = ''] = head;
  const args: ByteString[] = [];
  for (let at = length; at < line.length; ) {
    const end = line[at] === '"' ? closingQuote(line, at + 1) : -1;
    if (end < 0) return null;
    const text = line.slice(at + 1, end);
    args.push(text.includes('\\') ? unescaped(text) : text);
    if (end + 1 < line.length && line[end + 1] !== ' ') return null;
    at = end + 2;
  }
  return { db: Number(db), source, args };
}

function closingQuote(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 1)) {
    let slashes = 0;
    while (at - slashes > from && line[at - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 0) return at;
  }
  return -1;
}

function unescaped(text: string): ByteString {
  return text.replace(/\\(?:x([0-9a-fA-F]{2})|(.))/gs, (_, digits?: string, letter = '') =>
    digits === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
