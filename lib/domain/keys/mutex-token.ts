import type { ByteString } from './bytes';
import { derivedName, keysOfDerivedName } from './redisson-names';

const TOKEN = /^ls1\.([0-9a-f]{32})\.([0-9a-z]{1,11})\.(\d{1,10})@([A-Za-z0-9.-]{1,64})$/;
const CHANNEL = 'lockscope_lock__channel';

/** The parts of our mutex token: the acquisition's number within a process, and that process. */
type MutexToken = { processId: string; number: number; pid: number; host: string };

/**
 * Formats `ls1.<process id, 32 hex digits>.<number, base 36>.<pid>@<host>`. A process id is a random UUID and its
 * numbers only grow, so no two acquisitions share a token. Invalid host characters become `-`; at most 64 are kept.
 */
export function formatMutexToken(token: MutexToken): string {
  return mutexTokens(token)(token.number);
}

/** Like `formatMutexToken`, with everything but the number precomputed. */
export function mutexTokens(from: Omit<MutexToken, 'number'>): (number: number) => string {
  const host = from.host.replace(/[^A-Za-z0-9.-]/g, '-').slice(0, 64) || 'unknown';
  const start = `ls1.${from.processId.replaceAll('-', '')}.`;
  const end = `.${from.pid}@${host}`;
  return (number) => start + number.toString(36) + end;
}

/** Parts of our mutex token, or null when the value is none. */
export function parseMutexToken(value: ByteString): MutexToken | null {
  const match = TOKEN.exec(value);
  if (!match) return null;
  const [, hex = '', number = '', pid = '', host = ''] = match;
  const processId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { processId, number: Number.parseInt(number, 36), pid: Number(pid), host };
}

/** Release channel of our mutex: Redisson's naming rule under our prefix. */
export function mutexChannelOf(key: ByteString): ByteString {
  return derivedName(CHANNEL, key);
}

/** Keys that a mutex release channel may belong to (`x` and `{x}` share one); empty when it is none. */
export function keysOfMutexChannel(channel: ByteString): ByteString[] {
  return keysOfDerivedName(CHANNEL, channel);
}
