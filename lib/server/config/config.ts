import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { SettingsSource } from '../../domain/nodes/settings-source';
import type { Target } from '../../domain/nodes/target';
import type { LinkTemplate } from '../../domain/values/link-template';
import type { Rule } from '../../formats/core/rule';
import type { ConsolesConfig } from '../consoles/coordination';
import { directAuditFile } from '../record/direct-audit';
import { type Proxies, proxiesOf } from './client-address';
import { type Access, accessOf, hostOf } from './config-access';
import { consolesOf, type Role } from './config-consoles';
import { type HistorySettings, historyOf } from './config-history';
import { checkTwoPersons } from './config-persons';
import { invalidSetting, issueError, settingNameOf } from './config-problems';
import { type FileSettings, fileSchema, type TargetSettings } from './config-schema';
import { requireSessions, type SignIn, signInOf } from './config-sign-in';
import { toTarget } from './config-target';
import type { Environment } from './environment';

export type Config = {
  /** Absolute path of the file that it is from; null = variables alone, or nothing. */
  file: string | null;
  /** Absolute path of the file in which further targets are saved; null = the targets are from variables. */
  savesTo: string | null;
  host: string;
  port: number;
  access: Access;
  /** How people sign in; null = nobody does, and whoever uses this machine may do everything. */
  signIn: SignIn | null;
  /** Whose `x-forwarded-for` counts. */
  proxies: Proxies;
  targets: Target[];
  /** Lock formats that are declared, for all targets. */
  rules: Rule[];
  /** Absolute path of the folder for what outlives a restart; null = nothing does. It need not exist yet. */
  dataDir: string | null;
  /** One line above every page; null = none. */
  notice: string | null;
  /** Links from a holder to other tools. */
  links: readonly LinkTemplate[];
  history: HistorySettings;
  /** `file` = where entries wait that the history does not take; `stdout`: they are JSON lines there as well. */
  audit: { file: string; stdout: boolean };
  role: Role;
  /** How several consoles share the work; null = this one is alone. */
  consoles: ConsolesConfig | null;
};

const FILE = 'lockscope.config.json';
/** No setting is deeper than half of it. */
const DEEPEST = 32;
/** What describes the one target of LOCKSCOPE_REDIS_URL, and the setting of a file that it stands for. */
const TARGET_VARIABLES: Record<string, keyof TargetSettings> = {
  LOCKSCOPE_REDIS_URL: 'url',
  LOCKSCOPE_TARGET_NAME: 'name',
  LOCKSCOPE_ENVIRONMENT: 'environment',
  LOCKSCOPE_PATTERNS: 'patterns',
  LOCKSCOPE_READ_ONLY: 'readOnly',
  LOCKSCOPE_XRAY: 'xray',
};

/**
 * Configuration from the file that LOCKSCOPE_CONFIG names (default `lockscope.config.json` in `folder`), or from
 * LOCKSCOPE_REDIS_URL. Where there is neither it has no target if `mayBeEmpty`, of a console alone. Throws `config-invalid`,
 * whose message names the setting or variable and holds no value of it.
 */
export function loadConfig(env: Environment, folder: string, { mayBeEmpty = false } = {}): Config {
  const {
    history,
    file,
    signIn: settings,
    audit,
    notice = null,
    links = [],
    ...watched
  } = watchedOf(env, folder);
  const isEmpty = watched.targets.length === 0;
  if (isEmpty && !mayBeEmpty) throw noTarget(watched.savesTo);
  const signIn = signInOf(settings, env);
  requireSessions(watched.targets, signIn);
  checkTwoPersons(watched.targets, signIn !== null);
  const host = hostOf(env, signIn !== null);
  const variable = env.LOCKSCOPE_DATA_DIR;
  const dataDir = variable
    ? folderAt(resolve(folder, variable), 'LOCKSCOPE_DATA_DIR')
    : watched.dataDir && folderAt(watched.dataDir, 'dataDir');
  const port = portOf(env.LOCKSCOPE_PORT);
  const kept = historyOf(
    { file, settings: history, dataDir, folder, variable: env.LOCKSCOPE_HISTORY_URL },
    (problem) => invalidSetting('LOCKSCOPE_HISTORY_URL', problem),
  );
  const shared = consolesOf(env, { host, port, historyUrl: kept.url });
  // Nobody could name one: such a console shows no page, or its targets are those of others.
  if (isEmpty && (shared.consoles || shared.role !== 'all')) throw noTarget(watched.savesTo);
  const access = accessOf(host, env.LOCKSCOPE_ALLOWED_HOSTS, [
    shared.consoles?.advertiseUrl ?? null,
    signIn?.oidc?.url ?? null,
  ]);
  return {
    file,
    host,
    port,
    access,
    signIn,
    proxies: proxiesOf([env.LOCKSCOPE_TRUSTED_PROXIES ?? '', ...(settings?.proxy?.from ?? [])].join(',')),
    ...watched,
    dataDir,
    notice,
    links,
    history: kept,
    audit: {
      file: directAuditFile({ history: kept, dataDir }, folder),
      stdout: booleanOf('LOCKSCOPE_AUDIT_STDOUT', env.LOCKSCOPE_AUDIT_STDOUT) ?? audit?.stdout ?? false,
    },
    ...shared,
  };
}

function noTarget(path: string | null): Error {
  return invalidSetting('LOCKSCOPE_REDIS_URL', `is not set and there is no ${path}: name a Redis to watch`);
}

type Watched = Pick<Config, 'targets' | 'rules' | 'dataDir' | 'savesTo'> &
  Partial<Pick<FileSettings, 'history' | 'signIn' | 'audit' | 'notice' | 'links'>> & {
    /** The file it is from; null = variables. */
    file: string | null;
  };

function watchedOf(env: Environment, folder: string): Watched {
  const path = resolve(folder, env.LOCKSCOPE_CONFIG || FILE);
  const isSet = Object.keys(TARGET_VARIABLES).find((name) => env[name]);
  if (env.LOCKSCOPE_CONFIG || existsSync(/* turbopackIgnore: true */ path)) {
    if (isSet) throw invalidSetting(isSet, `cannot be set beside ${path}: use one or the other`);
    return readFile(path, env);
  }
  const none = { rules: [], dataDir: null, file: null };
  if (env.LOCKSCOPE_REDIS_URL) return { ...none, targets: [fromEnvironment(env)], savesTo: null };
  if (isSet) throw invalidSetting(isSet, 'is set, but LOCKSCOPE_REDIS_URL is not');
  return { ...none, targets: [], savesTo: path };
}

function readFile(path: string, env: Environment): Watched {
  let text: string;
  try {
    text = readFileSync(/* turbopackIgnore: true */ path, 'utf8');
  } catch (cause) {
    throw invalidSetting(path, 'cannot be read (LOCKSCOPE_CONFIG names another file)', cause);
  }
  return settingsIn(text, path, env);
}

/** The settings in the text of a file at `path`. Throws `config-invalid`. */
export function settingsIn(text: string, path: string, env: Environment): Watched {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which may hold a secret.
    throw invalidSetting(path, 'is not valid JSON');
  }
  const filled = substitute(json, [], env);
  const parsed = fileSchema.safeParse(filled);
  if (!parsed.success) throw issueError(parsed.error, (names) => settingNameOf(names, json));
  const { targets, rules = [], dataDir, history, signIn, audit, notice, links } = parsed.data;
  return {
    targets: targets.map((target, i) =>
      toTarget(target, dirname(path), { is: 'file', file: basename(path), key: `targets[${i}]` }),
    ),
    rules,
    dataDir: dataDir ? resolve(dirname(path), dataDir) : null,
    history,
    signIn,
    audit,
    notice,
    links,
    file: path,
    savesTo: path,
  };
}

/** A target that is from no file; its relative file names are of `folder`. Throws `config-invalid`, which names the setting and no value. */
export function targetFrom(settings: object, from: SettingsSource = { is: 'form' }, folder = '.'): Target {
  const parsed = fileSchema.safeParse({ targets: [settings] });
  if (!parsed.success) throw issueError(parsed.error, ([, , setting]) => String(setting ?? 'name'));
  return toTarget(parsed.data.targets[0] as TargetSettings, folder, from);
}

function folderAt(path: string, setting: string): string {
  const there = statSync(/* turbopackIgnore: true */ path, { throwIfNoEntry: false });
  if (there && !there.isDirectory())
    throw invalidSetting(setting, `names something that is no folder: ${path}`);
  return path;
}

function fromEnvironment(env: Environment): Target {
  const settings = {
    name: env.LOCKSCOPE_TARGET_NAME || 'redis',
    url: env.LOCKSCOPE_REDIS_URL,
    environment: env.LOCKSCOPE_ENVIRONMENT || undefined,
    patterns: env.LOCKSCOPE_PATTERNS?.split(',').flatMap((pattern) => pattern.trim() || []),
    readOnly: booleanOf('LOCKSCOPE_READ_ONLY', env.LOCKSCOPE_READ_ONLY),
    xray: booleanOf('LOCKSCOPE_XRAY', env.LOCKSCOPE_XRAY),
  };
  const parsed = fileSchema.safeParse({ targets: [settings] });
  if (!parsed.success) {
    throw issueError(parsed.error, ([, , setting]) => {
      const variable = Object.keys(TARGET_VARIABLES).find((name) => TARGET_VARIABLES[name] === setting);
      return variable ?? 'LOCKSCOPE_REDIS_URL';
    });
  }
  return toTarget(parsed.data.targets[0] as TargetSettings, '.', { is: 'variables' });
}

/** Replaces `${NAME}` in every text of the file. */
function substitute(value: unknown, path: PropertyKey[], env: Environment): unknown {
  if (path.length > DEEPEST)
    throw invalidSetting(settingNameOf(path.slice(0, 3), null), `is nested deeper than ${DEEPEST} levels`);
  if (typeof value === 'string') {
    return value.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
      if (!name) throw invalidSetting(settingNameOf(path, null), `has "\${}", which names no variable`);
      const found = env[name];
      if (found === undefined)
        throw invalidSetting(settingNameOf(path, null), `needs the variable ${name}, which is not set`);
      return found;
    });
  }
  if (Array.isArray(value)) return value.map((item, i) => substitute(item, [...path, i], env));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, substitute(item, [...path, name], env)]),
  );
}

function portOf(text: string | undefined): number {
  if (!text) return 3000;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw invalidSetting('LOCKSCOPE_PORT', 'must be a port number, 1 to 65535');
}

function booleanOf(name: string, text: string | undefined): boolean | undefined {
  if (!text) return undefined;
  if (/^(?:1|true|yes)$/i.test(text)) return true;
  if (/^(?:0|false|no)$/i.test(text)) return false;
  throw invalidSetting(name, 'must be true or false');
}
