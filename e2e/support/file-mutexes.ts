import { expect } from 'vitest';
import { mutexChannelOf } from '../../lib/domain/keys/mutex-token';
import { createMutex, type Mutex } from '../../lib/locks';
import type { AnyLease } from '../../lib/locks/faults/kinds';
import { type Closing, closing } from './closing';
import { type FileServer, fileServer } from './file-server';
import { startWaiting, taken } from './lease-of';

export type FileMutexes = {
  own: FileServer;
  opened: Closing['opened'];
  /** A client on `own.redis`, closed when the test ends. */
  mutex(options?: Partial<Parameters<typeof createMutex>[0]>): Mutex;
  /** The lease of a key that must be free. */
  held(key: string): Promise<AnyLease>;
  /** Fails unless the key is this lease's, which is awaited. */
  holds(key: string, lease: AnyLease | Promise<AnyLease>): Promise<void>;
  /** How many connections listen to the releases of a key. */
  subscribers(key: string): Promise<number>;
  /** Starts a wait that ends before a waiter's longest sleep, and resolves when it listens. */
  waiting(client: Mutex, key: string, signal?: AbortSignal): Promise<{ lease: Promise<AnyLease> }>;
};

/** Mutexes on a server for all tests of a file. */
export function fileMutexes(): FileMutexes {
  const own = fileServer();
  const { opened } = closing();
  const mutex: FileMutexes['mutex'] = (options = {}) =>
    opened(createMutex({ redis: own.redis, leaseMs: 60_000, heartbeat: false, ...options }));
  return {
    own,
    opened,
    mutex,
    held: (key) => taken(mutex(), key),
    async holds(key, lease) {
      const { token } = await lease;
      expect(await own.redis.get(key)).toBe(token);
    },
    subscribers: async (key) => Number((await own.redis.pubsub('NUMSUB', mutexChannelOf(key)))[1] ?? 0),
    waiting: (client, key, signal) => startWaiting(client, key, { waitMs: 8_000, signal }),
  };
}
