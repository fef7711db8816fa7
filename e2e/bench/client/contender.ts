import type { Redis } from 'ioredis';

/** Gives back what was acquired. */
export type Release = () => Promise<unknown>;

/**
 * Takes the lock, waiting for it if need be. `waiting` is called once it is certain that this call found the lock held
 * and goes on waiting; each adapter says how it knows.
 */
export type Acquire = (waiting?: () => void) => Promise<Release>;

/** One library as one process uses it, with connections of its own. */
export type Opened = {
  /** A lock object for `key`, to be used again and again by one user at a time. */
  lockOf(key: string): Acquire;
  /** The connection of its commands, where it can be known: what else the application sends goes over it too. */
  redis?: Redis;
  close(): Promise<void>;
};

/** One way of locking that is measured, on one server or on several with a quorum. */
export type Contender = {
  name: string;
  /** What was set, and why, where it is not the library's default. */
  settings: string;
  kind: 'bare' | 'ours' | 'library';
  /** Mean time between two looks of a waiter at the lock, ms; 0 = it is told. */
  pollMs: number;
  open(urls: readonly string[]): Promise<Opened>;
};

export const LEASE_MS = 30_000;
