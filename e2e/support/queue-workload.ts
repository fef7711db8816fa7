import { seeded } from '../../lib/domain/values/seeded';

/** How one lock is asked for. Times in ms. */
export type QueueWorkload = {
  seed: number;
  lengthMs: number;
  /** Mean time between two requests. */
  everyMs: number;
  /** Requests come in groups of so many on average; 1 = one by one (Poisson). */
  burst: number;
  holdMs: (random: () => number) => number;
  /** Who goes next of those who wait. */
  order: 'first-come' | 'chance';
  /** From a release to the next hold where somebody waits. */
  handoverMs: number;
  /** Gives up after that long; null = never. */
  patienceMs: number | null;
  /** Share of the holders that die: their lease has to run out. */
  deadShare: number;
  leaseMs: number;
  /** Share of the requests that come at a moment, 0 to 1. */
  rhythm?: (atMs: number) => number;
  /** How many times as long holds take from a moment on. */
  factor?: (atMs: number) => number;
  /** Only those who ask for the `nth` of so many locks, drawn for each. */
  shard?: { nth: number; of: number };
};

export type QueueStep =
  | { do: 'begin'; atMs: number; token: string; waiting: number }
  | { do: 'end'; atMs: number; token: string; ended: 'released' | 'expired' | 'lost' }
  | { do: 'count'; atMs: number; waiting: number };

export type QueueTruth = { steps: QueueStep[]; waiterMs: number; waitsMs: number[]; holds: number };

/** Hold times with an exponential distribution of this mean. */
export const exponential = (meanMs: number) => (random: () => number) => -meanMs * Math.log(1 - random());

type Client = { token: string; atMs: number; holdMs: number; died: boolean };

/** What happens to one lock from 0 to `lengthMs`: the same for the same workload. `waiterMs` is until `lengthMs`. */
export function runQueue(workload: QueueWorkload): QueueTruth {
  const { lengthMs, order, handoverMs, patienceMs } = workload;
  const clients = ofShard(clientsOf(workload), workload);
  const random = seeded(workload.seed + 1_000_003);
  const truth: QueueTruth = { steps: [], waiterMs: 0, waitsMs: [], holds: 0 };
  const waiting: Client[] = [];
  let held: { client: Client; endMs: number } | null = null;
  let beginMs: number | null = null;
  let next = 0;
  const left = (client: Client, atMs: number) => {
    truth.waiterMs += Math.max(0, Math.min(atMs, lengthMs) - client.atMs);
    truth.waitsMs.push(atMs - client.atMs);
  };
  const begin = (client: Client, atMs: number) => {
    held = { client, endMs: atMs + client.holdMs };
    truth.holds += 1;
    left(client, atMs);
    truth.steps.push({ do: 'begin', atMs, token: client.token, waiting: waiting.length });
  };
  for (;;) {
    const comes = clients[next]?.atMs ?? Number.POSITIVE_INFINITY;
    const ends = (held as { endMs: number } | null)?.endMs ?? Number.POSITIVE_INFINITY;
    const begins = beginMs ?? Number.POSITIVE_INFINITY;
    const givesUp =
      patienceMs === null || !waiting[0] ? Number.POSITIVE_INFINITY : waiting[0].atMs + patienceMs;
    const atMs = Math.min(comes, ends, begins, givesUp);
    if (atMs >= lengthMs) break;
    if (atMs === ends && held) {
      const { client } = held as { client: Client };
      const ended = client.died ? 'expired' : 'released';
      truth.steps.push({ do: 'end', atMs, token: client.token, ended });
      held = null;
      if (waiting.length > 0) beginMs = atMs + handoverMs;
    } else if (atMs === begins) {
      beginMs = null;
      const place = order === 'first-come' ? 0 : Math.floor(random() * waiting.length);
      const [client] = waiting.splice(place, 1);
      if (client) begin(client, atMs);
    } else if (atMs === comes) {
      const client = clients[next++] as Client;
      if (held === null && beginMs === null) begin(client, atMs);
      else {
        waiting.push(client);
        truth.steps.push({ do: 'count', atMs, waiting: waiting.length });
      }
    } else {
      const client = waiting.shift();
      if (client) left(client, atMs);
      truth.steps.push({ do: 'count', atMs, waiting: waiting.length });
      if (waiting.length === 0) beginMs = null;
    }
  }
  for (const client of waiting) left(client, lengthMs);
  return truth;
}

function clientsOf(workload: QueueWorkload): Client[] {
  const { seed, lengthMs, everyMs, burst, holdMs, deadShare, leaseMs } = workload;
  const { rhythm = () => 1, factor = () => 1 } = workload;
  const random = seeded(seed);
  const clients: Client[] = [];
  for (let atMs = 0; ; ) {
    atMs += exponential(everyMs * burst)(random);
    if (atMs >= lengthMs) return clients;
    if (random() >= rhythm(atMs)) continue;
    for (let inGroup = 1; inGroup === 1 || random() < 1 - 1 / burst; inGroup++) {
      const died = random() < deadShare;
      const ms = Math.min(leaseMs - 1, Math.max(1, Math.round(holdMs(random) * factor(atMs))));
      clients.push({
        token: `token-${clients.length}`,
        atMs: Math.round(atMs) + inGroup - 1,
        holdMs: died ? leaseMs : ms,
        died,
      });
    }
  }
}

function ofShard(clients: readonly Client[], { seed, shard }: QueueWorkload): readonly Client[] {
  if (!shard) return clients;
  const random = seeded(seed + 2_000_003);
  return clients.filter(() => Math.floor(random() * shard.of) === shard.nth);
}
