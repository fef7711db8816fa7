import type { ByteString } from '../domain/bytes';
import { formats } from '../formats/index';

const channels = formats.flatMap((format) => format.channels ?? []);

/** Patterns of the channels that release messages of all formats go to. */
export const CHANNEL_PATTERNS: readonly string[] = [...new Set(channels.map(({ pattern }) => pattern))];

/** Keys a release channel may belong to, likeliest first; empty when it is none. */
export function keysOfChannel(channel: ByteString): ByteString[] {
  return [...new Set(channels.flatMap(({ keysOf }) => keysOf(channel)))];
}
