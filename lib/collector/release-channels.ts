import type { ByteString } from '../domain/bytes';

/** Patterns of the channels that release messages go to, Redisson's and ours. */
export const CHANNEL_PATTERNS = ['redisson_lock__channel:*', 'lockscope_lock__channel:*'] as const;

/**
 * Keys a release channel may belong to, likeliest first. `prefix:{key}` is the rule, `prefix:key` where the key has
 * braces of its own, and `prefix:{key}:waiter` is the channel of one waiter of a fair lock.
 */
export function keysOfChannel(channel: ByteString): ByteString[] {
  const prefix = CHANNEL_PATTERNS.map((pattern) => pattern.slice(0, -1)).find((p) => channel.startsWith(p));
  const rest = prefix ? channel.slice(prefix.length) : '';
  if (!rest) return [];
  if (!rest.startsWith('{')) return [rest];
  if (rest.endsWith('}')) return [rest.slice(1, -1), rest];
  const close = rest.indexOf('}:');
  return close < 0 ? [rest] : [rest.slice(1, close), rest];
}
