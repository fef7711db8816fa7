import { ExecutionError, Redlock } from '@sesamecare-oss/redlock';
import { Redis } from 'ioredis';
import { type Adapter, LEASE_MS, orBusy, triesIn } from '../adapter';

const DELAY_MS = 200;

export const sesamecareRedlock: Adapter = {
  library: '@sesamecare-oss/redlock',
  entry: import.meta.resolve('@sesamecare-oss/redlock'),
  async open({ nodes }) {
    const clients = nodes.map((url) => new Redis(url));
    return {
      async acquire(_kind, key, { waitMs, leaseMs = LEASE_MS }) {
        const locks = new Redlock(clients, { retryCount: triesIn(waitMs, DELAY_MS), retryDelay: DELAY_MS });
        let lock = await orBusy(locks.acquire([key], leaseMs), (error) => error instanceof ExecutionError);
        if (!lock) return null;
        return {
          token: lock.value,
          release: async () => lock?.release(),
          async extend(ms) {
            if (lock) lock = await lock.extend(ms);
          },
        };
      },
    };
  },
};
