import type { ReachProblem } from '../../contract/settings';
import type { Target } from '../../domain/nodes/target';
import type { Endpoint } from '../../redis/connection';
import { connectionProblem } from '../../redis/connection-problem';

type Code = ReachProblem['code'];

/** What errors of Redis, of the system and of TLS say, the more certain first. */
const SIGNS: readonly [Code, RegExp][] = [
  ['no-primary', /all sentinels are unreachable/i],
  ['wrong-password', /WRONGPASS|invalid (?:username-)?password/i],
  ['no-password', /NOAUTH|authentication required/i],
  ['protected', /^DENIED /],
  ['no-database', /DB index|SELECT is not allowed/i],
  ['full', /max number of clients/i],
  ['loading', /^LOADING /],
  ['not-tls', /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/i],
  ['tls', /\(tls\.|CERT|certificate|_SSL_|EPROTO|ERR_TLS/i],
  ['refused', /ECONNREFUSED/],
  ['no-host', /ENOTFOUND|EAI_AGAIN/],
  ['no-route', /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/],
  ['timed-out', /ETIMEDOUT/],
  ['silent', /Command timed out|no answer within/],
  ['closed', /ECONNRESET|EPIPE|Connection is closed|socket hang up/i],
];

/** The settings of a target that a problem points at; what is about the address itself is its URL. */
const SETTINGS: Partial<Record<Code, readonly string[]>> = {
  'wrong-password': ['username', 'password'],
  'no-password': ['password'],
  'no-database': ['db'],
  'no-primary': ['primary', 'nodes'],
  tls: ['tls'],
};

/** Where a target and its password come from: `variables` = the environment, whose URL says all of it. */
export type SettingsFrom = { topology: Target['topology']['kind']; variables: boolean };

/** Why a server was not reached or used, as a code, in the words of the error, and with the settings that concern it. */
export function reachProblem(
  error: Error,
  endpoint: Pick<Endpoint, 'url' | 'tls'>,
  from: SettingsFrom,
): ReachProblem {
  const code = 'code' in error ? String(error.code) : '';
  // Of several addresses of one name that all refuse, the system says nothing but its code.
  const message = connectionProblem(error, endpoint) || code;
  const [found = 'other'] = SIGNS.find(([, sign]) => sign.test(message) || sign.test(code)) ?? [];
  return { code: found, message, settings: [...settingsFor(found, from)] };
}

/** The settings that decide whether the sentinels know the primary, or a server is reached. */
export function settingsFor(code: Code, { topology, variables }: SettingsFrom): readonly string[] {
  if (variables) return ['LOCKSCOPE_REDIS_URL'];
  return SETTINGS[code] ?? [topology === 'standalone' ? 'url' : 'nodes'];
}
