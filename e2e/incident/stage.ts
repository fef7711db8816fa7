import type { Redis } from 'ioredis';
import { consoleApi } from '../interop/libraries/console-api';
import { type RedisServer, until } from '../support/redis-server';
import { startWorker, type Worker, type WorkerEvent } from '../support/worker';
import { type Actor, createActor } from './actors';
import type { Chronicle } from './chronicle';
import { around, type Moment } from './truth';

/** What the incident is about; `cart` and `stock` are of one family. */
export const KEYS = {
  cart: 'shop:order:42',
  stock: 'shop:order:43',
  ledger: 'ledger:close:eu',
  payout: 'payout:run:1',
  report: 'report:nightly:7:lock',
  backup: 'backup:nightly:lock',
  unsynced: 'import:unsynced:lock',
} as const;

/** Leases that outlast the incident, and those that lapse in it, ms. */
export const LONG_MS = 30_000;
export const SHORT_MS = 2_400;
const SEEN_MS = 20_000;

/** What every part of the incident has at hand. `url` is the console's. */
export type Stage = {
  server: RedisServer;
  url: string;
  redis: Redis;
  chronicle: Chronicle;
  actors: Actor[];
  /** Processes of their own, which hold nothing yet. */
  killed: Holder;
  stopped: Holder;
  blind: Holder;
};

/** What a process says, with when it did it. */
export type Told = WorkerEvent & Moment & { outcome?: string };
export type Holder = { worker: Worker; key: string; leaseMs: number; countsRenewals: boolean };

/** One more client, which is closed with the stage. */
export function enter(stage: Stage, kind: Parameters<typeof createActor>[1], label: string): Actor {
  const actor = createActor(stage.server.url, kind, label, stage.chronicle);
  stage.actors.push(actor);
  return actor;
}

type How = 'watched' | 'fixed' | 'blind';

/** A process that takes the lock when it is told to. */
export async function startHolder(url: string, key: string, how: How, leaseMs: number): Promise<Holder> {
  const worker = startWorker('../incident/holder-process', { url, key, how, 'lease-ms': leaseMs });
  await worker.event('ready');
  return { worker, key, leaseMs, countsRenewals: how !== 'watched' };
}

/** Tells it to. */
export async function take(
  { chronicle }: Stage,
  { worker, key, leaseMs, countsRenewals }: Holder,
): Promise<Told> {
  process.kill(worker.pid, 'SIGUSR2');
  const held = (await worker.event('held')) as Told;
  chronicle.began(key, held.token ?? '', around(held.earliestMs, held.latestMs), leaseMs, countsRenewals);
  return held;
}

/** Frees the lock through the HTTP API; gives when. */
export async function forceRelease({ url }: Stage, key: string): Promise<Moment> {
  const api = consoleApi(url, '127.0.0.1');
  const { id } = await api.find(key, key);
  const preview = await api.preview(id, 'release');
  const earliestMs = Date.now();
  const { result, code } = await api.act(id, 'release', preview);
  if (result?.outcome !== 'released') throw new Error(`the force-release was answered ${code}`);
  return around(earliestMs, Date.now());
}

/** Waits until the console shows that this token has the lock, on a server that answers it. */
export async function seenHolder({ url }: Stage, key: string, token: string): Promise<void> {
  const api = consoleApi(url, '127.0.0.1');
  const isSeen = async () => {
    const { state, holders } = await api.find(key, key);
    return state !== 'unknown' && holders.some((holder) => holder.token.text === token);
  };
  await until(`the console sees who has ${key}`, isSeen, SEEN_MS);
}
