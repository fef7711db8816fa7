import type { z } from 'zod';
import { ConsoleError } from '../../domain/values/errors';

/** `targets[1].url (target "billing")`, `rules[0].token (rule "shop-lock")`. */
export function settingNameOf(path: readonly PropertyKey[], json: unknown): string {
  const name = path.reduce<string>(
    (text, part) => text + (typeof part === 'number' ? `[${part}]` : `${text ? '.' : ''}${String(part)}`),
    '',
  );
  const { targets, rules } = (json ?? {}) as { targets?: unknown; rules?: unknown };
  const [of, at] = path;
  const item = (list: unknown) => (Array.isArray(list) && typeof at === 'number' ? list[at] : null);
  const told =
    of === 'rules' ? ['rule', item(rules)?.id] : of === 'targets' ? ['target', item(targets)?.name] : [];
  return `${name || 'the file'}${typeof told[1] === 'string' ? ` (${told[0]} "${told[1].slice(0, 64)}")` : ''}`;
}

/** The first thing that is wrong, as `config-invalid`. */
export function issueError(error: z.ZodError, name: (path: PropertyKey[]) => string): ConsoleError {
  const [issue] = error.issues;
  if (!issue) return invalidSetting('the configuration', 'is not valid');
  const message =
    issue.code === 'custom' || issue.code === 'too_small' ? issue.message : lower(issue.message);
  return invalidSetting(name(issue.path), message);
}

function lower(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** A `config-invalid` that names the setting and holds no value of it. */
export function invalidSetting(setting: string, problem: string, cause?: unknown): ConsoleError {
  return new ConsoleError('config-invalid', `${setting} ${problem}`, { setting }, { cause });
}
