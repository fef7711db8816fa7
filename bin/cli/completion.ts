import type { Command } from 'commander';
import { CommandError, ExitCode } from './exit-code';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

type Words = { path: string; commands: string[]; options: string[] };

/**
 * What a shell needs to complete command lines of `program`, to be sourced by it: commands, and the options of each, as they
 * are in this version. Names of targets and keys are not completed: that would ask a console at each press of a key.
 * Throws `usage` for another shell.
 */
export function completionScript(program: Command, shell: string): string {
  const words = wordsOf(program);
  if (shell === 'fish') return fishScript(words);
  if (shell === 'bash' || shell === 'zsh') return bashScript(words, shell);
  throw new CommandError(ExitCode.usage, 'usage', `no completion for ${shell}: one of ${SHELLS.join(', ')}`);
}

/** Every command that there is, by the words that lead to it. */
function wordsOf(command: Command, path = ''): Words[] {
  const commands = command.commands.map((each) => each.name());
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const own: Words = { path, commands, options: [...options, '--help'] };
  return [own, ...command.commands.flatMap((each) => wordsOf(each, `${path} ${each.name()}`.trim()))];
}

/** zsh runs the functions of bash once they are loaded. */
function bashScript(all: readonly Words[], shell: Exclude<Shell, 'fish'>): string {
  const parents = all.filter(({ path, commands }) => path !== '' && commands.length > 0);
  const cases = all.map(
    ({ path, commands, options }) => `    '${path}') words='${[...commands, ...options].join(' ')}' ;;`,
  );
  return [
    ...(shell === 'zsh' ? ['autoload -Uz bashcompinit && bashcompinit'] : []),
    '_lockscope() {',
    `  local at=\${COMP_WORDS[1]} words=''`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then at=; fi',
    `  case "$at" in ${parents.map(({ path }) => `'${path}'`).join('|')})`,
    `    if [ "$COMP_CWORD" -gt 2 ]; then at="$at \${COMP_WORDS[2]}"; fi ;;`,
    '  esac',
    '  case "$at" in',
    ...cases,
    '  esac',
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _lockscope lockscope',
  ].join('\n');
}

function fishScript(all: readonly Words[]): string {
  return all
    .flatMap(({ path, commands, options }) => {
      const when =
        path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${path.split(' ').at(-1)}`;
      const names = commands.map((name) => `complete -c lockscope -f -n '${when}' -a '${name}'`);
      const flags = options.map((long) => `complete -c lockscope -n '${when}' -l '${long.slice(2)}'`);
      return [...names, ...flags];
    })
    .join('\n');
}
