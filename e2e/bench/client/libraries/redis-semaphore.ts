import { Mutex, RedlockMutex } from 'redis-semaphore';
import { type Contender, LEASE_MS } from '../contender';
import { connectNodes } from '../nodes';

const SETTINGS = { lockTimeout: LEASE_MS, refreshInterval: 0, acquireTimeout: 600_000 };

/** `redis-semaphore`: waits by polling. It is known to wait when every node has answered its attempt. */
export const redisSemaphore: Contender = {
  name: 'redis-semaphore',
  settings:
    'one Mutex (several nodes: RedlockMutex) per user and key, used again; no renewal, as the bare loop; acquireTimeout ' +
    '600 s so that it waits; retryInterval 10 ms as shipped',
  kind: 'library',
  pollMs: 10,
  async open(urls) {
    const nodes = await connectNodes(urls);
    return {
      lockOf(key) {
        const mutex =
          urls.length === 1
            ? new Mutex(nodes.one, key, SETTINGS)
            : new RedlockMutex([...nodes.clients], key, SETTINGS);
        const release = () => mutex.release();
        return async (waiting) => {
          if (waiting) nodes.onAnswered(waiting);
          await mutex.acquire();
          return release;
        };
      },
      close: async () => nodes.disconnect(),
    };
  },
};
