import type { Redis } from 'ioredis';
import type { Budget } from './budget';

/** One server, as the parts that watch it ask it. */
export type WatchedServer = {
  readonly redis: Redis;
  readonly budget: Budget;
  now(): number;
  /** Redis answered. */
  answered(): void;
  /** Changes whenever the server goes or comes back; null = it is away. */
  session(): number | null;
};

/** What a part needs that only sends commands. */
export type AskedServer = Pick<WatchedServer, 'redis' | 'budget' | 'now'>;
