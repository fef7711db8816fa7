import type { ReachCode } from '../../contract/node-codes';

/** Words in errors of Redis, of the system and of TLS, the more certain first. */
const SIGNS: readonly [ReachCode, RegExp][] = [
  ['no-primary', /all sentinels are unreachable/i],
  ['wrong-password', /WRONGPASS|invalid (?:username-)?password/i],
  ['no-password', /NOAUTH|authentication required/i],
  ['protected', /^DENIED /],
  ['no-database', /DB index|SELECT is not allowed/i],
  ['full', /max number of clients/i],
  ['loading', /(?:^|: )LOADING /],
  ['busy', /(?:^|: )BUSY /],
  // The words of ioredis 6, and of 5. Byte 21 begins an alert of TLS: the server answered it to text.
  ['wants-tls', /Unknown RESP type 21 |Protocol error, got "\\u0015"/],
  ['not-redis', /Unknown RESP type|Protocol error, got/],
  ['not-tls', /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|wrong version number|packet length too long/i],
  ['tls', /\(tls\.|CERT|certificate|_SSL_|EPROTO|ERR_TLS/i],
  ['refused', /ECONNREFUSED/],
  ['no-host', /ENOTFOUND|EAI_AGAIN/],
  ['no-route', /EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/],
  ['timed-out', /ETIMEDOUT/],
  ['silent', /Command timed out|no answer (?:within|for)/],
  ['closed', /ECONNRESET|EPIPE|Connection is closed|connection was closed|socket hang up/i],
];

/** Why a server was not reached or used, by the words and the code of the error; `other` = by none that is known. */
export function reachCodeOf(message: string, code = ''): ReachCode {
  const [found = 'other'] = SIGNS.find(([, sign]) => sign.test(message) || sign.test(code)) ?? [];
  return found;
}
