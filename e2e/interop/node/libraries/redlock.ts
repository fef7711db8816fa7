import { Redis } from 'ioredis';
import Redlock from 'redlock';
import { type Adapter, LEASE_MS, orBusy, triesIn } from '../adapter';

const DELAY_MS = 200;

/** `redlock` 4. */
export const redlock: Adapter = {
  library: 'redlock',
  entry: import.meta.resolve('redlock'),
  async open({ nodes }) {
    const clients = nodes.map((url) => new Redis(url));
    return {
      async acquire(_kind, key, { waitMs, leaseMs = LEASE_MS }) {
        const locks = new Redlock(clients, { retryCount: triesIn(waitMs, DELAY_MS), retryDelay: DELAY_MS });
        let lock = await orBusy(locks.acquire([key], leaseMs), ({ name }) => name === 'LockError');
        if (!lock) return null;
        return {
          token: lock.value,
          release: async () => lock?.unlock(),
          async extend(ms) {
            if (lock) lock = await lock.extend(ms);
          },
        };
      },
    };
  },
};
