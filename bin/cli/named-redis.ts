import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandError, ExitCode } from './exit-code';
import type { Place } from './user';

/**
 * The environment for a Redis that is named on the line, which is no target of a configuration. Throws `usage` in a folder
 * with a configuration, which names other targets; `instead` = the command that uses those.
 */
export function environmentFor(redis: string, { env, folder }: Place, instead: string): Place['env'] {
  if (existsSync(resolve(folder, 'lockscope.config.json'))) {
    const text = `a configuration is here: ${instead} uses its targets, with what they allow`;
    throw new CommandError(ExitCode.usage, 'usage', text);
  }
  const { LOCKSCOPE_CONFIG: _, ...rest } = env;
  return { ...rest, LOCKSCOPE_REDIS_URL: redis };
}
