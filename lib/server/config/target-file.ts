import { readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { AddingRefused } from '../../contract/settings';
import { type Target, urlsOf } from '../../domain/nodes/target';
import { ConsoleError, isConsoleError } from '../../domain/values/errors';
import { replaceText } from '../record/kept-file';
import { hideFromLog, type Log, secretsOf } from '../record/log';
import { type Config, settingsIn, targetFrom } from './config';
import type { Environment } from './environment';
import { fileWith, insertTarget } from './insert-target';

/** The file in which targets are saved. */
export type TargetFile = {
  /** Absolute path of the file that targets are in, or (before the first) will be; null = they are from variables. */
  readonly path: string | null;
  /** Why no target can be added; null = one can. */
  readonly refused: AddingRefused | null;
  /** Whether the configuration is from that file: since the start, or since a target was saved. */
  isThere(): boolean;
  /** A target as a person typed it, its relative file names of the folder of the file. Its passwords are in no log from then on. Throws `invalid-argument`, which names the setting. */
  draft(settings: object): Target;
  /**
   * Adds a target to the file, which is replaced as a whole, readable by its owner alone, with nothing else in it changed.
   * Throws `invalid-argument` for settings that are not valid or a name that is taken, and `not-stored` when the file cannot
   * be read, understood or written; it is as before then.
   */
  add(settings: object): Promise<Target>;
};

type Options = {
  config: Pick<Config, 'file' | 'savesTo' | 'consoles'>;
  env: Environment;
  log: Log;
};

export function createTargetFile({ config, env, log }: Options): TargetFile {
  const { savesTo: path } = config;
  const refused = path === null ? 'variables' : config.consoles ? 'consoles' : null;
  let isThere = config.file !== null;
  let last: Promise<unknown> = Promise.resolve();

  function draft(settings: object): Target {
    refuseVariables(settings);
    try {
      const target = targetFrom(settings, { is: 'form' }, path === null ? '.' : dirname(path));
      hideFromLog(log, secretsOf(urlsOf(target)));
      return target;
    } catch (error) {
      if (!isConsoleError(error, 'config-invalid')) throw error;
      throw tlsFileError(error) ?? new ConsoleError('invalid-argument', error.message, error.details);
    }
  }

  async function save(to: string, settings: object): Promise<Target> {
    const { name } = draft(settings);
    const real = await realpath(/* turbopackIgnore: true */ to).catch(unlessMissing(to));
    const before = await textAt(real);
    const text = before === null ? fileWith(settings) : added(to, before, settings, name);
    const target = lastIn(to, text);
    if (target?.name !== name) throw notStored(to, 'the target would not be the last in it');
    // Between reading and replacing somebody may have edited it.
    if ((await textAt(real)) !== before) throw notStored(to, 'it was changed in this moment: try again');
    try {
      await replaceText(real, text);
    } catch (cause) {
      throw notStored(to, `it cannot be written (${codeOf(cause)})`, cause);
    }
    isThere = true;
    return target;
  }

  /** The target as the next start will read it. */
  function lastIn(to: string, text: string): Target | undefined {
    try {
      return settingsIn(text, to, env).targets.at(-1);
    } catch (cause) {
      if (!isConsoleError(cause, 'config-invalid')) throw cause;
      throw notStored(to, `it would not be valid: ${cause.message}`, cause);
    }
  }

  /** Throws `not-stored` for a file that somebody broke since the start: it is theirs to mend. */
  function added(to: string, before: string, settings: object, name: string): string {
    let taken: string[];
    try {
      taken = settingsIn(before, to, env).targets.map((each) => each.name);
    } catch (cause) {
      if (!isConsoleError(cause, 'config-invalid')) throw cause;
      throw notStored(to, `it is not valid as it is now: ${cause.message}`, cause);
    }
    if (taken.includes(name))
      throw new ConsoleError('invalid-argument', `There is a target called ${name} in the file already.`, {
        setting: 'name',
      });
    try {
      return insertTarget(before, settings);
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw notStored(to, cause.message, cause);
    }
  }

  return {
    path,
    refused,
    isThere: () => isThere,
    draft,
    async add(settings) {
      if (path === null || refused !== null)
        throw new ConsoleError('denied', 'The targets of this console are not in a file of its own.', {
          why: refused,
        });
      const turn = last.then(() => save(path, settings));
      last = turn.catch(() => {}); // its caller learns of it
      return turn;
    },
  };
}

/** One refusal for every file that cannot be used: which files the machine has is not found out by asking. */
function tlsFileError({ details }: ConsoleError): ConsoleError | null {
  const [setting] = /^tls\.(?:ca|cert|key)(?= )/.exec(String(details.setting)) ?? [];
  if (setting === undefined) return null;
  const text = `${setting} names no PEM file that the console can read, or the key of another certificate.`;
  return new ConsoleError('invalid-argument', text, { setting });
}

/** The file would say `${NAME}`, and the next start would put a variable of the environment there. */
function refuseVariables(settings: object): void {
  for (const [setting, value] of Object.entries(settings))
    if (JSON.stringify(value)?.includes('${'))
      throw new ConsoleError('invalid-argument', `${setting} must not contain "\${".`, { setting });
}

async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(/* turbopackIgnore: true */ path, 'utf8');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw notStored(path, `it cannot be read (${codeOf(cause)})`, cause);
  }
}

function unlessMissing(path: string): (cause: unknown) => string {
  return (cause) => {
    if (codeOf(cause) === 'ENOENT') return path;
    throw notStored(path, `it cannot be read (${codeOf(cause)})`, cause);
  };
}

function notStored(path: string, why: string, cause?: unknown): ConsoleError {
  return new ConsoleError('not-stored', `${path} was not changed: ${why}`, { path }, { cause });
}

function codeOf(cause: unknown): string {
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'unknown';
}
