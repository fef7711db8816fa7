import { createInterface } from 'node:readline/promises';
import { type Output, printable } from './output';

/** This process' own terminal. A reader that goes away (`| head`) is no error. */
export function terminal(): Output {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return {
    line: (text) => void process.stdout.write(`${printable(text)}\n`),
    errorLine: (text) => void process.stderr.write(`${printable(text)}\n`),
    ask: async (question) => {
      if (!process.stdin.isTTY || !process.stdout.isTTY) return null;
      const reader = createInterface({ input: process.stdin, output: process.stdout });
      const closed = new Promise<null>((resolve) => reader.once('close', () => resolve(null)));
      try {
        return await Promise.race([reader.question(question), closed]);
      } finally {
        reader.close();
      }
    },
  };
}

/** A line that nobody sees being typed, or the first line of the standard input; null = neither has one. */
export async function readSecret(question: string): Promise<string | null> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(question);
  // Without an output nothing is echoed; a terminal is kept from doing it by itself.
  const reader = createInterface({ input: stdin, terminal: stdin.isTTY });
  try {
    for await (const line of reader) return line;
    return null;
  } finally {
    reader.close();
    if (stdin.isTTY) stderr.write('\n');
  }
}
