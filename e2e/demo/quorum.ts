/** The npm library `redlock` over independent servers. Arguments: their URLs. Runs until it is ended. */
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';

type RedlockLease = { extend(ttlMs: number): Promise<RedlockLease>; unlock(): Promise<void> };
type Redlock = {
  lock(key: string, ttlMs: number): Promise<RedlockLease>;
  on(event: 'clientError', f: () => void): void;
};
// It comes without types.
const RedlockClient: new (clients: Redis[], options: object) => Redlock = createRequire(import.meta.url)(
  'redlock',
);

const LEASE_MS = 20_000;
const clients = process.argv.slice(2).map((url) => {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => 5_000,
  });
  client.on('error', () => {}); // one of them is down: that is the point
  return client;
});
const redlock = new RedlockClient(clients, { retryCount: 3, retryDelay: 200 });
redlock.on('clientError', () => {});

async function work(key: string): Promise<never> {
  for (;;) {
    try {
      let lease = await redlock.lock(key, LEASE_MS);
      for (let i = 0; i < 4; i++) {
        await pause(LEASE_MS * 0.6);
        lease = await lease.extend(LEASE_MS);
      }
      await lease.unlock();
    } catch {
      // no quorum this time; the next try is below
    }
    await pause(3_000);
  }
}

await pause(300);
await Promise.all([work('locks:payout-run'), work('locks:fx-rates')]);
