import type { Redis } from 'ioredis';
import type { Contender, Release } from '../contender';
import { connectNodes } from '../nodes';

type Settings = { retryCount: number };

/** `redlock` and what descends from it: waits by polling. It is known to wait when every node has answered its attempt. */
export function redlockFamily(
  name: string,
  create: (clients: Redis[], settings: Settings) => (key: string) => Promise<Release>,
): Contender {
  return {
    name,
    settings:
      'one Redlock per process; retryCount -1 so that it waits without end; retryDelay 200 ± 100 ms as shipped',
    kind: 'library',
    pollMs: 200,
    async open(urls) {
      const nodes = await connectNodes(urls);
      const acquire = create([...nodes.clients], { retryCount: -1 });
      return {
        lockOf: (key) => (waiting) => {
          if (waiting) nodes.onAnswered(waiting);
          return acquire(key);
        },
        close: async () => nodes.disconnect(),
      };
    },
  };
}
