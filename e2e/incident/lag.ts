import { Redis } from 'ioredis';
import { around, type Moment, type Truth } from './truth';

const PAUSE_MS = 25;
const LIMIT_MS = 10_000;
/** Shorter answers are no stall. */
const PROMPT_MS = 20;
/** What happens is told, read and counted within this time. */
const AFTER_MS = 1_500;

type Stall = { fromMs: number; toMs: number };

export type Lag = {
  stop(): Promise<void>;
  /** How much of the time after a moment the console or Redis, or both, did not run, ms; stalls that began within `withinMs` count. */
  after(atMs: number, withinMs?: number): number;
};

/**
 * Asks console and Redis the smallest questions again and again. While they give no answer they are told of nothing: on a busy
 * machine that is what makes history late, and no fault of it.
 */
export function watchLag(url: string, redisUrl: string): Lag {
  const redis = new Redis(redisUrl, { retryStrategy: () => PAUSE_MS });
  redis.on('error', () => {}); // it is killed meanwhile
  const stalls: Stall[] = [];
  let stopped = false;

  async function watch(ask: () => Promise<unknown>): Promise<void> {
    while (!stopped) {
      const fromMs = Date.now();
      await ask();
      const toMs = Date.now();
      if (toMs - fromMs > PROMPT_MS) stalls.push({ fromMs, toMs });
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
  const healthz = () => fetch(`${url}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS) });
  const watching = Promise.all([
    watch(async () => (await healthz()).arrayBuffer()),
    watch(async () => redis.status === 'ready' && redis.ping().catch(() => {})), // it may be killed just now
  ]);
  watching.catch(() => {}); // told by `stop`

  return {
    async stop() {
      stopped = true;
      await watching;
      redis.disconnect();
    },
    after(atMs, withinMs = AFTER_MS) {
      let [endMs, sum] = [atMs, 0];
      for (const { fromMs, toMs } of stalls.sort((a, b) => a.fromMs - b.fromMs)) {
        if (fromMs >= atMs + withinMs) break;
        sum += Math.max(0, toMs - Math.max(fromMs, endMs));
        endMs = Math.max(endMs, toMs);
      }
      return sum;
    },
  };
}

/** What happened, with the time that the console had no chance to learn of it in. */
export function asTold(truth: Truth, lag: Pick<Lag, 'after'>): Truth {
  const later = ({ earliestMs, latestMs }: Moment) =>
    around(earliestMs, latestMs + Math.round(lag.after(latestMs)));
  return {
    ...truth,
    killed: later(truth.killed),
    served: later(truth.served),
    holds: truth.holds.map((hold) => ({
      ...hold,
      from: later(hold.from),
      to: later(hold.to),
      renewals: hold.renewals?.map(later) ?? null,
      outlived: hold.outlived && later(hold.outlived),
    })),
    waits: truth.waits.map(({ from, to, ...wait }) => ({ ...wait, from: later(from), to: later(to) })),
  };
}
