import type { Redis } from 'ioredis';
import type { LockRedis } from './arguments';
import type { PubsubMode } from './link';

/** What every kind of lock client takes beside its connection. */
export type CommonOptions = {
  /** Lease of an acquisition that names none. Default 30,000 ms. */
  leaseMs?: number;
  /** Whether leases are renewed every third of their length until released. Default true, except of a timestamp lock. */
  watchdog?: boolean;
  /**
   * Longest time a lock is held: after it the watchdog stops and the signal aborts with `max-hold-time`, so the lock lapses
   * one lease later at the latest. Default: no limit.
   */
  maxHoldMs?: number;
  /** How long a command may go unanswered before it fails with `timed-out`. Default 5,000 ms. */
  commandTimeoutMs?: number;
  /** Name of the application, shown beside its locks. Default: what npm runs, or the main program's file. */
  app?: string;
  /** What tells this process from others of the application: a pod, a role, a queue. */
  label?: string;
  /**
   * Whether the process keeps a record of itself in Redis while it uses locks (`lockscope_process:<id>`, written every
   * 10 s), by which the console names the holder and proves it alive or gone. Default true.
   */
  heartbeat?: boolean;
};

export type LockClientOptions = CommonOptions & {
  /** Connection for commands: standalone, Sentinel or Cluster. Stays the caller's; must have no `keyPrefix`. */
  redis: LockRedis;
  /**
   * Connection for release channels, used for nothing else; stays the caller's. Without it the process opens one beside
   * `redis` (in a cluster: one per master that is needed) at the first wait, and closes it with the last client.
   */
  subscriber?: Redis;
  /** How releases are told and heard; every client of a lock must use the same. Default `auto`. */
  pubsub?: PubsubMode;
  /**
   * Whether the answer to a lone command is waited for awake, for 50 µs at most: less latency from a Redis on the same
   * machine, for more processor time. Default false.
   */
  spin?: boolean;
};

export type AcquireOptions = {
  leaseMs?: number;
  watchdog?: boolean;
  maxHoldMs?: number;
  signal?: AbortSignal;
};

export type WaitOptions = AcquireOptions & {
  /** How long to wait, ms; 0 = one attempt, Infinity = until `signal` aborts. Default 10,000 ms. */
  waitMs?: number;
  /** Called at most once, when the lock was found held although its release channel is subscribed. */
  onWaiting?: () => void;
};

export type CloseOptions = {
  /** How long closing may take, ms; what is not released by then is left to its lease. Default: `commandTimeoutMs`. */
  timeoutMs?: number;
};
