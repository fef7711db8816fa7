import { Redis } from 'ioredis';
import { Mutex, RedlockMutex, Semaphore, TimeoutError } from 'redis-semaphore';
import { type Adapter, type Asked, orBusy } from '../adapter';

const FOR_EVER_MS = 1_000_000_000;

export const redisSemaphore: Adapter = {
  library: 'redis-semaphore',
  entry: import.meta.resolve('redis-semaphore'),
  async open({ nodes, watchdogMs }) {
    const clients = nodes.map((url) => new Redis(url));
    const [client = new Redis()] = clients;
    return {
      async acquire(kind, key, { waitMs = FOR_EVER_MS, leaseMs }: Asked) {
        let loss: Error | null = null;
        const options = {
          lockTimeout: leaseMs ?? watchdogMs,
          // A fixed lease is one that is not renewed.
          ...(leaseMs !== undefined && { refreshInterval: 0 }),
          // It looks at the clock before its first attempt too: one that is late must not end without any.
          acquireTimeout: waitMs === 0 ? 10_000 : waitMs,
          acquireAttemptsLimit: waitMs === 0 ? 1 : Number.POSITIVE_INFINITY,
          onLockLost: (error: Error) => {
            loss = error;
          },
        };
        const lock =
          kind === 'semaphore'
            ? new Semaphore(client, key, 1, options)
            : kind === 'redlock'
              ? new RedlockMutex(clients, key, options)
              : new Mutex(client, key, options);
        const acquired = await orBusy(
          lock.acquire().then(() => true),
          (error) => error instanceof TimeoutError,
        );
        if (!acquired) return null;
        return { token: lock.identifier, release: () => lock.release(), loss: () => loss };
      },
    };
  },
};
