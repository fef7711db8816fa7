import type { Redis } from 'ioredis';
import { type Endpoint, openConnection, sentinelEndpoints } from '../../redis/connection';

const ASK_MS = 500;

/** Asks the sentinels of an endpoint which server is the primary: one that they gave up may still answer us. */
export type SentinelWatch = { start(): void; stop(): void };

/** Calls `onOther` when most of the sentinels name another server than before. Does nothing where there are none. */
export function createSentinelWatch(endpoint: Endpoint, onOther: () => void): SentinelWatch {
  const name = endpoint.sentinel?.primary ?? '';
  const sentinels = sentinelEndpoints(endpoint).map((each) =>
    openConnection({ endpoint: each, purpose: 'commands' }),
  );
  let before: string | null = null;
  let asking = false;
  let timer: ReturnType<typeof setInterval> | null = null;

  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    const named = await Promise.all(sentinels.map((sentinel) => namedBy(sentinel, name)));
    asking = false;
    const most = named.find((one) => one && named.filter((other) => other === one).length > named.length / 2);
    if (!most) return;
    const isOther = before !== null && before !== most;
    before = most;
    if (isOther && timer) onOther();
  }

  return {
    start() {
      for (const sentinel of sentinels) {
        sentinel.on('error', () => {}); // it retries; the others are asked meanwhile
        sentinel.connect().catch(() => {}); // as 'error'
      }
      if (sentinels.length > 0) timer = setInterval(() => void ask(), ASK_MS);
    },
    stop() {
      if (timer) clearInterval(timer);
      timer = null;
      for (const sentinel of sentinels) sentinel.disconnect();
    },
  };
}

async function namedBy(sentinel: Redis, name: string): Promise<string | null> {
  if (sentinel.status !== 'ready') return null;
  try {
    const address = await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name);
    return Array.isArray(address) ? address.join(' ') : null;
  } catch {
    return null; // it does not answer, or not us
  }
}
