import type { Redis } from 'ioredis';

/** Bytes sent and received so far, over one connection. */
export function transferred(redis: Redis): number {
  const { stream } = redis as unknown as { stream?: { bytesWritten?: number } };
  return received(redis) + (stream?.bytesWritten ?? 0);
}

/** Bytes received so far, over one connection. */
export function received({ stream }: Redis): number {
  return (stream as { bytesRead?: number } | undefined)?.bytesRead ?? 0;
}
