import type { Redis } from 'ioredis';
import { hostInUrl } from '../../domain/values/host-in-url';
import { isRefusal } from '../../redis/key-reply';
import type { ServerAddress } from './sentinel-watch';

/**
 * Destroys the socket; the connection then reopens. `disconnect` would end a connection that still asks the sentinels for
 * good. It also waits two seconds for a frozen server, whose answers would count if it woke meanwhile.
 */
export function drop({ stream }: { stream?: Redis['stream'] }): void {
  stream?.destroy();
}

/** The server that a connection leads to; null = it is not open. */
export function peerOf({ stream }: Redis): ServerAddress | null {
  const { remoteAddress, remotePort } = stream as { remoteAddress?: string; remotePort?: number };
  return remoteAddress && remotePort ? { host: remoteAddress, port: remotePort } : null;
}

/** Host and port as they stand in a URL. */
export function hostAndPort({ host, port }: ServerAddress): string {
  return `${hostInUrl(host)}:${port}`;
}

/** A refusal is an answer too. */
export function unlessRefused(error: unknown): void {
  if (!isRefusal(error)) throw error;
}
