import type { ByteString } from './bytes';
import { derivedName, keysOfDerivedName } from './redisson-names';

const TOKEN = /^ls1\.([A-Za-z0-9_-]{27})\.(\d{1,10})@([A-Za-z0-9.-]{1,64})$/;
const CHANNEL = 'lockscope_lock__channel';

/** What a mutex token of ours says: 160 random bits (base64url), and the process that made it. */
export type MutexToken = { random: string; pid: number; host: string };

/** Token `ls1.<27 characters>.<pid>@<host>`; characters a host may not have become `-`, at most 64 are kept. */
export function formatMutexToken(token: MutexToken): string {
  const host = token.host.replace(/[^A-Za-z0-9.-]/g, '-').slice(0, 64) || 'unknown';
  return `ls1.${token.random}.${token.pid}@${host}`;
}

/** Parts of a mutex token of ours, or null when the value is none. */
export function parseMutexToken(value: ByteString): MutexToken | null {
  const match = TOKEN.exec(value);
  if (!match) return null;
  const [, random = '', pid = '', host = ''] = match;
  return { random, pid: Number(pid), host };
}

/** Release channel of a mutex of ours: named as Redisson names its own, under a prefix of ours. */
export function mutexChannelOf(key: ByteString): ByteString {
  return derivedName(CHANNEL, key);
}

/** Keys that a mutex release channel may belong to (`x` and `{x}` share one); empty when it is none. */
export function keysOfMutexChannel(channel: ByteString): ByteString[] {
  return keysOfDerivedName(CHANNEL, channel);
}
