import type { Command } from 'commander';
import { collect } from './option-values';
import type { UserOptions } from './user';

export type UserCommands = {
  user(
    change: 'add' | 'password' | 'groups' | 'remove' | 'forget-passkeys',
    name: string,
    options: UserOptions,
  ): Promise<void>;
  users(options: { json: boolean }): Promise<void>;
};

/** Adds the lines about users. */
export function addUserCommands(program: Command, commands: UserCommands): void {
  const user = program
    .command('user')
    .description('users with a password, in the database of the history; no console has to run');
  const named = (name: string, description: string) =>
    user.command(name).description(description).argument('<name>').option('--json', 'answer in JSON', false);
  const inGroups = (command: Command) =>
    command.option('--group <group>', 'a group that roles name; again for more', collect);
  inGroups(named('add', 'add a user; the password is asked for, or read from the standard input')).action(
    (name, { group = [], json }) => commands.user('add', name, { groups: group, json }),
  );
  inGroups(named('groups', 'set the groups of a user, and end all its sessions')).action(
    (name, { group = [], json }) => commands.user('groups', name, { groups: group, json }),
  );
  for (const [change, description] of [
    ['password', 'set another password, and end all sessions of the user'],
    ['remove', 'remove a user, and end all its sessions'],
    [
      'forget-passkeys',
      'remove every passkey of somebody who lost them, a user or not, and end all their sessions',
    ],
  ] as const)
    named(change, description).action((name, { json }) =>
      commands.user(change, name, { groups: null, json }),
    );
  user
    .command('list')
    .description('list users')
    .option('--json', 'answer in JSON', false)
    .action((options) => commands.users(options));
}
