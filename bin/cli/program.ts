import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { LOCK_SORTS } from '../../lib/contract/codes';
import { XRAY_SECONDS } from '../../lib/contract/limits';
import type { LockId } from '../../lib/domain/keys/lock-id';
import type { ActionOptions } from './action';
import type { BulkOptions } from './bulk';
import { SHELLS } from './completion';
import type { DoctorCommandOptions } from './doctor';
import type { GraphOptions } from './graph';
import type { HandoverOptions, HistoryOptions } from './history';
import type { ListOptions } from './list';
import { type AddressOptions, lockIdOf, namedLease, namedQuarantine } from './lock-address';
import type { OpenOptions } from './open';
import { collect, ticketRef, wholeNumber } from './option-values';
import { addRequestCommands, type RequestCommands } from './requests';
import type { ServeOptions } from './serve';
import type { TokenCommand } from './token';
import { addTokenCommands } from './token-commands';
import { addUserCommands, type UserCommands } from './user-commands';
import type { XrayOptions } from './xray';

/** `direct` = on Redis itself: of this URL, or (true) on the targets of the configuration. */
export type Common = { url: string; token?: string; json: boolean; direct?: string | true };

/** What each command does, once its line is understood. */
export type Commands = {
  open(redis: string, options: OpenOptions): Promise<void>;
  serve(options: ServeOptions): Promise<void>;
  ls(options: ListOptions & Common): Promise<void>;
  show(id: LockId, options: Common): Promise<void>;
  act(id: LockId, options: ActionOptions & Common): Promise<void>;
  bulk(options: BulkOptions & Common): Promise<void>;
  graph(options: GraphOptions & Common): Promise<void>;
  history(id: LockId, options: HistoryOptions & Common): Promise<void>;
  handover(id: LockId | null, options: HandoverOptions & Common): Promise<void>;
  xray(id: LockId, options: XrayOptions & Common): Promise<void>;
  doctor(options: DoctorCommandOptions & Common): Promise<void>;
  watch(options: { target?: string } & Common): Promise<void>;
  token(command: TokenCommand): Promise<void>;
  completion(shell: string): Promise<void>;
} & RequestCommands<Common> &
  UserCommands;

type ActFlags = AddressOptions &
  Common & {
    ifHolder: string;
    reason: string;
    ticket?: string;
    alive?: boolean;
    yes: boolean;
    dryRun: boolean;
    lease?: string;
    for?: string;
    ask?: boolean;
  } & HoldFlags;

type HoldFlags = { sameHold?: boolean; onlyThisKey?: boolean; also?: string[] };

const TICKET_OPTION = 'a ticket, such as INC-1234 or a URL; goes into the audit';

const EXIT_CODES = `
Exit codes: 0 done, 1 error, 2 usage or not confirmed, 3 the lock changed (nothing touched), 4 not found,
5 done on some nodes or keys only.
A key that starts with a hyphen follows "--".`;

/** The words of a line: one that begins with the address of a Redis is `open`. */
export function wordsOf(argv: readonly string[]): string[] {
  return /^rediss?:\/\//i.test(argv[0] ?? '') ? ['open', ...argv] : [...argv];
}

/** The command line and nothing else: it parses and calls `commands`. */
export function createProgram(commands: Commands): Command {
  const program = new Command('lockscope')
    .description('See, release, extend and quarantine Redis locks through a running console.')
    .addHelpText('after', EXIT_CODES)
    .exitOverride();

  program
    .command('open')
    .description('run a console on one Redis, read-only; "open" may be left out')
    .argument('<redis-url>', 'redis://host:6379, with user, password and database if it has them')
    .option('--port <port>', 'port to listen on; else the first free one from 3000 on')
    .action((redis, options) => commands.open(redis, options));

  program
    .command('serve')
    .description('run the console from lockscope.config.json or LOCKSCOPE_REDIS_URL')
    .option('--host <host>', 'address to listen on')
    .option('--port <port>', 'port to listen on')
    .action((options) => commands.serve(options));

  direct(common(program.command('ls')))
    .description('list locks, worst first')
    .argument('[filter]', 'as in the console: words, holder:x kind:y ttl<5s waiters>3 state:held', '')
    .option('--target <name>', 'of this target only')
    .addOption(new Option('--sort <order>').choices(LOCK_SORTS).default('harm'))
    .option('--limit <n>', 'at most this many', wholeNumber, 100)
    .action((filter, options) => commands.ls({ ...options, filter }));

  direct(addressed(program.command('show')))
    .description('read one lock from Redis now')
    .action((target, key, options) => commands.show(lockIdOf(target, key, options), options));

  acting(program.command('release'))
    .description('free a lock, if it is still held by the holder you name; its waiters are woken')
    .addOption(
      new Option('--same-hold', 'with all other keys of the same hold, as without it').conflicts([
        'onlyThisKey',
        'also',
      ]),
    )
    .addOption(new Option('--only-this-key', 'leave the other keys of the same hold').conflicts('also'))
    .option('--alive', 'although its holder is alive, or may renew: it was not seen to stop')
    .option('--also <id>', 'with this other key of the same token and no others; again for more', collect)
    .action((target, key, flags) => commands.act(lockIdOf(target, key, flags), actOptions('release', flags)));

  acting(program.command('extend'))
    .description('raise the TTL of a lock, if it is still held by the holder you name; never shortens')
    .requiredOption('--lease <time>', 'TTL from now: 1500ms, 30s, 5m, 1h')
    .action((target, key, flags) => commands.act(lockIdOf(target, key, flags), actOptions('extend', flags)));

  acting(program.command('quarantine'))
    .description(
      'give a lock to a token of yours for a while, if it is still held by the holder you name, then free it',
    )
    .option('--for <time>', 'how long: 1s to 5m', '30s')
    .option('--alive', 'although its holder is alive, or may renew: it was not seen to stop')
    .action((target, key, flags) =>
      commands.act(lockIdOf(target, key, flags), actOptions('quarantine', flags)),
    );

  direct(common(program.command('bulk')))
    .description('free all locks of a holder, or all that match a filter, each if it is still as read')
    .argument('[filter]', 'as for ls; nothing else is released', '')
    .option('--holder <ref>', 'all that it holds: instance:<id>, process:<host>:<pid> or token:<token>')
    .option('--target <name>', 'with a filter: of this target only')
    .option('--reason <text>', 'why; goes into the audit', '')
    .option('--ticket <ref>', TICKET_OPTION, ticketRef)
    .option('--count <n>', 'how many this is meant to release; else it is asked for', wholeNumber)
    .option('--alive', 'although a holder is alive, or may renew: it was not seen to stop')
    .option('--dry-run', 'show what would be released and stop', false)
    .action((filter, options) => commands.bulk({ ...options, filter }));

  addRequestCommands((name) => common(program.command(name)), commands);

  direct(common(program.command('graph')))
    .description('who waits for whom, as far as waiters have names; deadlocks first')
    .option('--target <name>', 'of this target only')
    .action((options) => commands.graph(options));

  ranged(addressed(program.command('history')))
    .description('who had a lock when, and where its lease was too short')
    .option('--limit <n>', 'at most this many holds, the longest and the gravest', wholeNumber, 100)
    .action((target, key, options) => commands.history(lockIdOf(target, key, options), options));

  ranged(common(program.command('handover')))
    .description('all about a lock, or about a time, for somebody who takes over: as Markdown')
    .argument('[target]', 'name of the target')
    .argument('[key]', 'key as text; without it, of the whole target')
    .option('--db <n>', 'database', wholeNumber, 0)
    .option('--key-bytes <slug>', 'key as in a lock id, for one that cannot be typed')
    .option('--family <name>', 'of this family of locks')
    .option('--mask', 'without names and tokens of holders', false)
    .action((target, key, options) => {
      const isLock = key !== undefined || options.keyBytes !== undefined;
      const id = isLock ? lockIdOf(target, key, options) : null;
      return commands.handover(id, { ...options, ...(target !== undefined && !isLock && { target }) });
    });

  addressed(program.command('xray'))
    .description('which clients try, hold and renew a lock: runs MONITOR, which slows the server')
    .option('--seconds <n>', 'how long, 1 to 5', xraySeconds, XRAY_SECONDS.usual)
    .action((target, key, options) => commands.xray(lockIdOf(target, key, options), options));

  direct(common(program.command('doctor')))
    .description('what is wrong with the servers for their locks, what cures it and what that costs')
    .option('--target <name>', 'of this target only')
    .option('--acl', 'print the ACL SETUSER lines of a viewer and an operator account as well', false)
    .action((options) => commands.doctor(options));

  common(program.command('watch'))
    .description('print events as they happen')
    .option('--target <name>', 'of this target only')
    .action((options) => commands.watch(options));

  program
    .command('completion')
    .description('print what a shell needs to complete command lines: source it')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell) => commands.completion(shell));

  addUserCommands(program, commands);
  addTokenCommands(program, commands.token);

  return program;
}

function actOptions(action: ActionOptions['action'], flags: ActFlags): ActionOptions & Common {
  const {
    ifHolder,
    reason,
    ticket,
    alive,
    yes,
    dryRun,
    json,
    url,
    lease,
    direct: without,
    token,
    ask,
  } = flags;
  const also = flags.onlyThisKey ? [] : flags.also;
  return {
    action,
    ifHolder,
    reason,
    ...(ticket !== undefined && { ticket }),
    ...(alive && { alive }),
    yes,
    dryRun,
    json,
    url,
    ...(token !== undefined && { token }),
    ...(without !== undefined && { direct: without }),
    ...(lease !== undefined && { leaseMs: namedLease(lease) }),
    ...(flags.for !== undefined && { quarantineMs: namedQuarantine(flags.for) }),
    ...(also && { also }),
    ...(ask && { ask: url }),
  };
}

function common(command: Command): Command {
  return command
    .addOption(new Option('--url <url>', 'the console').env('LOCKSCOPE_URL').default('http://127.0.0.1:3000'))
    .addOption(
      new Option('--token <token>', 'API token, for a console that people sign in to').env('LOCKSCOPE_TOKEN'),
    )
    .option('--json', 'answer in JSON', false);
}

function direct(command: Command): Command {
  return command.option(
    '--direct [url]',
    'without a console: on this Redis, or on the targets of the configuration here',
  );
}

function ranged(command: Command): Command {
  return command
    .option('--from <time>', 'begin, as 2026-01-31T02:14:00Z or epoch ms; else an hour before the end')
    .option('--to <time>', 'end; else now');
}

function addressed(command: Command): Command {
  return common(command)
    .argument('<target>', 'name of the target')
    .argument('[key]', 'key as text')
    .option('--db <n>', 'database', wholeNumber, 0)
    .option('--key-bytes <slug>', 'key as in a lock id, for one that cannot be typed');
}

function acting(command: Command): Command {
  return direct(addressed(command))
    .requiredOption('--if-holder <token>', 'holder token you saw, or sha256: and its digest')
    .option('--reason <text>', 'why; goes into the audit', '')
    .option('--ticket <ref>', TICKET_OPTION, ticketRef)
    .option('--dry-run', 'show what would happen and stop', false)
    .option('--ask', 'ask a second person for it, on a connection that takes two')
    .option('--yes', 'do not ask: types the key on your behalf', false);
}

function xraySeconds(text: string): number {
  const { least, most } = XRAY_SECONDS;
  const seconds = wholeNumber(text);
  if (seconds >= least && seconds <= most) return seconds;
  throw new InvalidArgumentError(`must be ${least} to ${most}`);
}
