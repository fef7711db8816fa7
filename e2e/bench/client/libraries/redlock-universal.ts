import {
  createLock,
  createRedlock,
  IoredisAdapter,
} from '../../../interop/node/newer-node/redlock-universal';
import { type Contender, LEASE_MS } from '../contender';
import { connectNodes } from '../nodes';

const FOR_EVER = 1_000_000;

/** `redlock-universal`: waits by polling. It is known to wait when every node has answered its attempt. */
export const redlockUniversal: Contender = {
  name: 'redlock-universal',
  settings:
    "one lock object per user and key, used again; performance 'lean', its fastest (several nodes: it has one mode); " +
    'retryAttempts 1,000,000 so that it waits; retryDelay 100 ms (several nodes: 200 ms) as shipped',
  kind: 'library',
  pollMs: 100,
  async open(urls) {
    const nodes = await connectNodes(urls);
    const adapters = nodes.clients.map((redis) => new IoredisAdapter(redis));
    const settings = { ttl: LEASE_MS, retryAttempts: FOR_EVER };
    return {
      lockOf(key) {
        const [adapter] = adapters;
        const lock =
          adapter && adapters.length === 1
            ? createLock({ adapter, key, performance: 'lean', ...settings })
            : createRedlock({ adapters, key, ...settings });
        return async (waiting) => {
          if (waiting) nodes.onAnswered(waiting);
          const handle = await lock.acquire();
          return () => lock.release(handle);
        };
      },
      close: async () => nodes.disconnect(),
    };
  },
};
