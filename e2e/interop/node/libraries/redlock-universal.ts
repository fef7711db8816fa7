import { Redis } from 'ioredis';
import { type Adapter, LEASE_MS, orBusy, triesIn } from '../adapter';
import {
  createLock,
  createRedlock,
  entry,
  IoredisAdapter,
  LockAcquisitionError,
} from '../newer-node/redlock-universal';

const DELAY_MS = 100;
const FOR_EVER = 1_000_000;

export const redlockUniversal: Adapter = {
  library: 'redlock-universal',
  entry,
  async open({ nodes }) {
    const adapters = nodes.map((url) => new IoredisAdapter(new Redis(url)));
    return {
      async acquire(kind, key, { waitMs, leaseMs = LEASE_MS }) {
        const tries = triesIn(waitMs, DELAY_MS);
        const settings = {
          key,
          ttl: leaseMs,
          retryAttempts: tries < 0 ? FOR_EVER : tries,
          retryDelay: DELAY_MS,
        };
        const [adapter] = adapters;
        const lock =
          kind === 'redlock' || !adapter
            ? createRedlock({ adapters, ...settings })
            : createLock({ adapter, ...settings });
        const handle = await orBusy(lock.acquire(), (error) => error instanceof LockAcquisitionError);
        if (!handle) return null;
        return {
          token: handle.value,
          async release() {
            if (!(await lock.release(handle))) throw new NotReleased('release() answered false');
          },
          async extend(ms) {
            if (!(await lock.extend(handle, ms))) throw new NotReleased('extend() answered false');
          },
        };
      },
    };
  },
};

class NotReleased extends Error {}
