import type { Redis } from 'ioredis';
import type { LockRedis } from './arguments';
import type { PubsubMode } from './link';

/** Options of every kind of lock client, except its connection. */
export type CommonOptions = {
  /** Default lease of an acquisition, ms. Default 30,000. */
  leaseMs?: number;
  /** Whether leases are renewed every third of their length until released. Default true, except for a timestamp lock. */
  watchdog?: boolean;
  /**
   * Longest time a lock is held, ms: after it the watchdog stops and the signal aborts with `max-hold-time`, so the lock
   * expires one lease later at the latest. Default: no limit.
   */
  maxHoldMs?: number;
  /** Time limit of a command, ms; after it the command fails with `timed-out`. Default 5,000. */
  commandTimeoutMs?: number;
  /** Name of the application, shown with its locks. Default: the npm package that runs, or the main program's file. */
  app?: string;
  /** Distinguishes this process from others of the application: a pod, a role, a queue. */
  label?: string;
  /**
   * Whether the process keeps a heartbeat record in Redis while it uses locks (`lockscope_process:<id>`, written every 10
   * s). From it the console names the holder and tells whether it is alive or gone. Default true.
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
  /** How releases are published and received; every client of a lock must use the same mode. Default `auto`. */
  pubsub?: PubsubMode;
  /**
   * Whether the client spins for the answer to a lone command, for at most 50 µs: less latency from a Redis on the same
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
  /** How long to wait, ms; 0 = one attempt, Infinity = until `signal` aborts. Default 10,000. */
  waitMs?: number;
  /** Called at most once, when the lock was found held although its release channel is subscribed. */
  onWaiting?: () => void;
};

export type CloseOptions = {
  /** How long closing may take, ms; locks not released by then expire with their leases. Default: `commandTimeoutMs`. */
  timeoutMs?: number;
};
