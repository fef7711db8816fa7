import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { completionScript } from './completion';
import { type Commands, createProgram } from './program';

const program = createProgram({} as Commands);

/** What bash offers for the last word of a line, the script having been sourced. */
function offered(...line: string[]): string[] {
  const script = `${completionScript(program, 'bash')}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lockscope; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...line], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

test('bash offers commands, those below a command, and the options of each', () => {
  expect(offered('lockscope', 're').sort()).toEqual(['release', 'requests']);
  expect(offered('lockscope', 'user', '')).toEqual(expect.arrayContaining(['add', 'password', 'list']));
  expect(offered('lockscope', 'release', 'shop', '--if')).toEqual(['--if-holder']);
  expect(offered('lockscope', 'bulk', '--a')).toEqual(['--alive']);
  expect(offered('lockscope', 'user', 'add', '--gr')).toEqual(['--group']);
});

test('zsh runs the same, and fish names every command', () => {
  expect(completionScript(program, 'zsh')).toContain('bashcompinit');
  const fish = completionScript(program, 'fish');
  for (const command of program.commands) expect(fish).toContain(`-a '${command.name()}'`);
});

test('another shell is refused by name', () => {
  expect(() => completionScript(program, 'csh')).toThrow(/csh.*bash, zsh, fish/);
});
