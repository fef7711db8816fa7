import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** A hold of one lock under a token that no other hold has. */
export type TokenHold = { key: string; token: string; fromMs: number; toMs: number };

/** Takes and gives back a few locks, one after the other each, until stopped. */
export function startTokenWorkload(
  url: string,
  locks: number,
): { holds: TokenHold[]; stop(): Promise<void> } {
  const stopping = new AbortController();
  const holds: TokenHold[] = [];
  const workers = Array.from({ length: locks }, async (_, nth) => {
    const redis = new Redis(url);
    const key = `kill:${nth}:lock`;
    for (let i = 0; !stopping.signal.aborted; i++) {
      const token = `token-${nth}-${i}`;
      const fromMs = Date.now();
      await redis.set(key, token, 'PX', 30_000);
      await pause(60 + Math.random() * 240);
      await redis.del(key);
      holds.push({ key, token, fromMs, toMs: Date.now() });
      await pause(40 + Math.random() * 160);
    }
    redis.disconnect();
  });
  return {
    holds,
    async stop() {
      stopping.abort();
      await Promise.all(workers);
    },
  };
}
