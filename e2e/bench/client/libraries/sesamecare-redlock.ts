import { Redlock } from '@sesamecare-oss/redlock';
import { type Contender, LEASE_MS } from '../contender';
import { connectNodes } from '../nodes';

/** `@sesamecare-oss/redlock`: waits by polling. It is known to wait when every node has answered its attempt. */
export const sesamecareRedlock: Contender = {
  name: '@sesamecare-oss/redlock',
  settings:
    'one Redlock per process; retryCount -1 so that it waits without end; retryDelay 200 ± 100 ms as shipped',
  kind: 'library',
  pollMs: 200,
  async open(urls) {
    const nodes = await connectNodes(urls);
    const redlock = new Redlock(nodes.clients, { retryCount: -1 });
    return {
      lockOf: (key) => async (waiting) => {
        if (waiting) nodes.onAnswered(waiting);
        const lock = await redlock.acquire([key], LEASE_MS);
        return () => lock.release();
      },
      close: async () => nodes.disconnect(),
    };
  },
};
