import type { Command } from 'commander';
import { RIGHTS } from '../../lib/contract/rights';
import { collect, wholeNumber } from './option-values';
import type { TokenCommand } from './token';

/** Another console names itself in a way of its own. */
const TOKEN_RIGHTS = RIGHTS.filter((right) => right !== 'peer');

/** Adds the lines about tokens. */
export function addTokenCommands(program: Command, run: (command: TokenCommand) => Promise<void>): void {
  const token = program
    .command('token')
    .description('tokens for programs, in the database of the history; no console has to run');
  const ofTokens = (name: string, description: string) =>
    token.command(name).description(description).option('--json', 'answer in JSON', false);
  ofTokens('add', 'make a token; it is printed this once')
    .argument('<name>')
    .requiredOption('--right <right>', `what it may do, again for more: ${TOKEN_RIGHTS.join(', ')}`, collect)
    .option('--target <glob>', 'on targets of this name, again for more; else on all', collect)
    .option('--key <glob>', 'on keys like this, again for more; else on all', collect)
    .requiredOption('--days <n>', 'how long it lasts, at most 366', Number)
    .action((name, { right, target = [], key = [], days, json }) =>
      run({ does: 'add', name, days, rights: right, targets: target, keys: key, json }),
    );
  ofTokens('list', 'list tokens, with what they may do and when they were used').action(({ json }) =>
    run({ does: 'list', json }),
  );
  ofTokens('revoke', 'end a token')
    .argument('<id>', 'its number, as `token list` has it', wholeNumber)
    .action((id, { json }) => run({ does: 'revoke', id, json }));
}
