import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createStage } from '../../e2e/support/findings/stage';
import { runOpenLoad } from '../../e2e/support/insights/open-load';
import { until } from '../../e2e/support/redis-server';
import { constant } from '../../e2e/support/simulated-queue';
import { seeded } from '../domain/values/seeded';
import { createFair, createMutex } from '../locks';
import { insightsAnswer } from '../reads/history';

const RUNS = Number(process.env.LOCKSCOPE_RUNS ?? 1);
const FOR_MS = 150_000;
const HOLD_MS = 100;
const LEASE_MS = 20_000;
/** Length of the buckets that roll-ups are made of. */
const BUCKET_MS = 10_000;

/** Poisson arrivals, given that there are so many. */
function arrivalsOf(busy: number, random: () => number): number[] {
  const count = Math.round((busy * FOR_MS) / HOLD_MS);
  return Array.from({ length: count }, () => random() * FOR_MS).sort((a, b) => a - b);
}

test.each(Array.from({ length: RUNS }, (_, i) => i + 1))(
  'on a real server a hot key is found busy and to be split, and a lease too long for a holder that died; a healthy family raises nothing (seed %s)',
  async (seed) => {
    const closers: (() => unknown)[] = [];
    const stage = createStage({ onTestFinished: (close: () => unknown) => closers.push(close) } as never);
    try {
      const { server, connect } = await stage.server();
      const runtime = await stage.watch(server.url);
      const clientsOf = <Client extends { close(): Promise<void> }>(create: () => Client) =>
        Array.from({ length: 8 }, () => {
          const client = create();
          closers.push(() => client.close());
          return client;
        });
      const fair = clientsOf(() => createFair({ redis: connect() }));
      const mutex = clientsOf(() => createMutex({ redis: connect() }));
      const load = (clients: typeof fair | typeof mutex, key: string, busy: number, nth: number) => {
        const random = seeded(seed * 100 + nth);
        const arrivals = arrivalsOf(busy, random);
        return runOpenLoad(clients, { key, arrivals, hold: constant(HOLD_MS), random, leaseMs: LEASE_MS });
      };
      const fromMs = Math.ceil(Date.now() / BUCKET_MS) * BUCKET_MS;
      const running = [
        load(fair, 'stock:7:lock', 0.64, 0),
        ...[1, 2, 3].map((nth) => load(fair, `stock:${nth}:lock`, 0.1, nth)),
        ...[1, 2, 3].map((nth) => load(mutex, `order:${nth}:lock`, 0.25, 10 + nth)),
        load(mutex, 'cart:9:lock', 0.15, 20),
      ];
      // A client that takes the lock and dies: nobody renews or frees it.
      await until('the lock is free for it', async () =>
        connect().set('cart:9:lock', randomUUID(), 'PX', LEASE_MS, 'NX'),
      );
      await Promise.all(running);
      const toMs = Math.floor(Date.now() / BUCKET_MS) * BUCKET_MS;
      const scope = { target: null, family: null, lock: null };
      const ask = () => insightsAnswer(runtime, { scope, from: fromMs, to: toMs });
      await until('the last batch is written', async () => (await ask()).insights.length > 0, 20_000);
      const { insights } = await ask();
      expect(insights.map(({ code, key, family }) => `${code} ${key ?? family}`).sort()).toEqual([
        'lease cart:*:lock',
        'shard stock:7:lock',
        'utilisation stock:7:lock',
      ]);
    } finally {
      for (const close of closers.reverse()) await close();
    }
  },
  FOR_MS * 3,
);
