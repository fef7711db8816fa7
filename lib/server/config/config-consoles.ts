import { ConsoleError } from '../../domain/values/errors';
import type { ConsolesConfig } from '../consoles/coordination';
import { redisUrlProblem } from './config-schema';
import type { Environment } from './environment';

/** What a console does: both, only what browsers see, or only collecting. */
export const ROLES = ['all', 'web', 'collector'] as const;
export type Role = (typeof ROLES)[number];

const TAKEOVER_MS = 10_000;
const TAKEOVER_LIMITS = { least: 2_000, most: 300_000 };

/**
 * How several consoles share the work, from the environment; `consoles: null` = this one is alone and collects everything.
 * `historyUrl` = where the history is. Throws `config-invalid`, which names the variable and holds no value of it.
 */
export function consolesOf(
  env: Environment,
  { host, port, historyUrl }: { host: string; port: number; historyUrl: string },
): { role: Role; consoles: ConsolesConfig | null } {
  const role = roleOf(env.LOCKSCOPE_ROLE);
  const coordinationUrl = env.LOCKSCOPE_COORDINATION_URL;
  if (!coordinationUrl) {
    if (role === 'web')
      throw invalid(
        'LOCKSCOPE_ROLE',
        'web needs LOCKSCOPE_COORDINATION_URL, to find the consoles that collect',
      );
    for (const name of ['LOCKSCOPE_ADVERTISE_URL', 'LOCKSCOPE_TAKEOVER_MS'])
      if (env[name]) throw invalid(name, 'is set, but LOCKSCOPE_COORDINATION_URL is not');
    return { role, consoles: null };
  }
  const problem = redisUrlProblem(coordinationUrl);
  if (problem) throw invalid('LOCKSCOPE_COORDINATION_URL', problem);
  if (!/^postgres(?:ql)?:|^memory:$/.test(historyUrl))
    throw invalid(
      'LOCKSCOPE_HISTORY_URL',
      'must be a postgres:// URL where several consoles share the work (or memory:, for no history)',
    );
  const advertiseUrl = env.LOCKSCOPE_ADVERTISE_URL ?? `http://${host}:${port}`;
  if (!isHttpUrl(advertiseUrl))
    throw invalid('LOCKSCOPE_ADVERTISE_URL', 'must be an http:// or https:// URL');
  if (!env.LOCKSCOPE_ADVERTISE_URL && /^(?:0\.0\.0\.0|::|\[::\])$/.test(host))
    throw invalid(
      'LOCKSCOPE_ADVERTISE_URL',
      'is needed: the other consoles must know where this one is reached',
    );
  return {
    role,
    consoles: { coordinationUrl, advertiseUrl, takeoverMs: takeoverOf(env.LOCKSCOPE_TAKEOVER_MS) },
  };
}

function roleOf(text: string | undefined): Role {
  if (!text) return 'all';
  const role = ROLES.find((each) => each === text);
  if (role) return role;
  throw invalid('LOCKSCOPE_ROLE', `must be one of ${ROLES.join(', ')}`);
}

function takeoverOf(text: string | undefined): number {
  if (!text) return TAKEOVER_MS;
  const ms = Number(text);
  const { least, most } = TAKEOVER_LIMITS;
  if (Number.isInteger(ms) && ms >= least && ms <= most) return ms;
  throw invalid('LOCKSCOPE_TAKEOVER_MS', `must be a whole number from ${least} to ${most}`);
}

function isHttpUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
}

function invalid(name: string, what: string): ConsoleError {
  return new ConsoleError('config-invalid', `${name} ${what}`, { setting: name });
}
