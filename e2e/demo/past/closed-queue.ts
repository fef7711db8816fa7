import { seeded } from '../../../lib/domain/values/seeded';
import { exponential, type QueueStep } from '../../support/queue-workload';

/** Some clients that take one lock again and again. Times in ms. */
export type ClosedQueue = {
  seed: number;
  lengthMs: number;
  /** One alone never waits. */
  clients: number;
  /** How long a client does something else between two holds, on average; 0 to 1 of `rhythm` = that much slower. */
  thinkMs: number;
  rhythm: (atMs: number) => number;
  /** Shortest and longest hold. */
  holdMs: readonly [number, number];
  /** How many times as long holds take from a moment on. */
  factor: (atMs: number) => number;
};

/** From a release to the next hold where somebody waits. */
const HANDOVER_MS = 4;

/** What happens to that lock; any of those who wait is next. A token names its client and the number of its hold: `token-2-17`. */
export function closedQueue({ seed, clients, ...queue }: ClosedQueue): QueueStep[] {
  const { lengthMs, thinkMs, rhythm, holdMs, factor } = queue;
  const random = seeded(seed);
  const think = exponential(thinkMs);
  const comesMs = Array.from({ length: clients }, () => think(random));
  const waiting: number[] = [];
  const steps: QueueStep[] = [];
  let held: { client: number; token: string; endMs: number } | null = null;
  let nth = 0;
  const begin = (client: number, at: number) => {
    const atMs = Math.ceil(at);
    const [least, most] = holdMs;
    const token = `token-${client}-${nth++}`;
    const endMs = atMs + Math.max(1, Math.round((least + random() * (most - least)) * factor(atMs)));
    held = { client, token, endMs };
    comesMs[client] = Number.POSITIVE_INFINITY;
    steps.push({ do: 'begin', atMs, token, waiting: waiting.length });
  };
  for (;;) {
    const now = held as { client: number; token: string; endMs: number } | null;
    const client = comesMs.indexOf(Math.min(...comesMs));
    const nextMs = comesMs[client] ?? Number.POSITIVE_INFINITY;
    const atMs = Math.min(nextMs, now?.endMs ?? Number.POSITIVE_INFINITY);
    // Nobody holds it at the end: what is held then is given back.
    if (atMs >= lengthMs - 2) {
      const last = lengthMs - 2;
      if (now && waiting.length > 0) steps.push({ do: 'count', atMs: last - 1, waiting: 0 });
      if (now) steps.push({ do: 'end', atMs: last, token: now.token, ended: 'released' });
      return steps;
    }
    if (now && atMs === now.endMs) {
      held = null;
      steps.push({ do: 'end', atMs, token: now.token, ended: 'released' });
      comesMs[now.client] = atMs + think(random) / rhythm(atMs);
      const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
      if (next !== undefined) begin(next, atMs + HANDOVER_MS);
    } else if (now) {
      comesMs[client] = Number.POSITIVE_INFINITY;
      waiting.push(client);
      steps.push({ do: 'count', atMs: Math.ceil(atMs), waiting: waiting.length });
    } else begin(client, atMs);
  }
}
