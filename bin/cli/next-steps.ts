import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** The text that `lockscope` alone prints: commands to go on with, each with its purpose. */
export function nextSteps(folder: string): string {
  const isConfigured = existsSync(resolve(folder, 'lockscope.config.json'));
  const steps = isConfigured
    ? [
        ['lockscope serve', 'run the console on the targets of lockscope.config.json'],
        ['lockscope ls --direct', 'list their locks here'],
        ['lockscope doctor --direct', 'faults of their servers, and how to fix them'],
      ]
    : [
        ['lockscope redis://HOST:6379', 'open a console on this Redis, read-only'],
        ['lockscope serve', 'run a console whose first page asks for a Redis and saves it here'],
        ['lockscope ls --direct redis://HOST:6379', 'list the locks here'],
        ['lockscope doctor --direct redis://HOST:6379', 'faults of the server, and how to fix them'],
      ];
  const all = [...steps, ['lockscope --help', 'all commands']];
  const width = Math.max(...all.map(([line = '']) => line.length));
  return [
    'Lockscope shows the locks in Redis: who holds them, for how long, and who waits.',
    '',
    ...all.map(([line = '', purpose]) => `  ${line.padEnd(width)}  ${purpose}`),
  ].join('\n');
}
