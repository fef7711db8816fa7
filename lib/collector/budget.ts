import { createSleeper } from './sleeper';

/** Latency from which we are in the way of others, ms. */
const SLOW_MS = 20;
const WINDOW_MS = 5_000;

export type Cost = {
  commandsPerSecond: number;
  bytesPerSecond: number;
  slowestMs: number;
  budgetPerSecond: number;
};

/**
 * Spends a node's command budget: `take` waits until so many commands may be sent. Changes that somebody waits for may
 * borrow one second ahead of discovery. The rate falls while the node answers slowly and recovers by itself.
 */
export type Budget = {
  take(commands: number, urgent?: boolean): Promise<void>;
  /** Whether discovery would have to wait now. */
  exhausted(): boolean;
  /** One finished call: how long it took; bytes are counted by `sampleBytes`. */
  measured(ms: number): void;
  /** Total bytes sent and received on our connections so far. */
  sampleBytes(total: number): void;
  cost(): Cost;
  /** Commands a second that it allows now. */
  rate(): number;
  /** Commands taken and bytes counted since the beginning. */
  totals(): { commands: number; bytes: number };
  /** Lets everyone who waits go on; they find the connection closed. */
  close(): void;
};

type Mark = { atMs: number; commands: number; bytes: number; slowestMs: number };

/** A budget of `perSecond` commands. `now` in ms; only differences matter. */
export function createBudget(perSecond: number, now: () => number): Budget {
  let factor = 1;
  let tokens = perSecond;
  let filledAt = now();
  let lastBytes: number | null = null;
  const marks: Mark[] = [];
  const totals = { commands: 0, bytes: 0 };
  const sleeper = createSleeper();
  let closed = false;

  function refill(): void {
    const at = now();
    // A clock that is set back gives nothing and takes nothing.
    tokens = Math.min(perSecond, tokens + (Math.max(0, at - filledAt) / 1000) * perSecond * factor);
    filledAt = at;
  }

  function mark(): Mark {
    const at = now();
    const last = marks.at(-1);
    if (last && at - last.atMs < 250) return last;
    const fresh = { atMs: at, commands: 0, bytes: 0, slowestMs: 0 };
    marks.push(fresh);
    while (marks[0] && marks[0].atMs < at - WINDOW_MS) marks.shift();
    return fresh;
  }

  return {
    async take(commands, urgent = false) {
      refill();
      // A call larger than a second's budget goes out when the bucket is full, and is paid off afterwards.
      const needed = urgent ? Math.min(0, commands - perSecond) : Math.min(commands, perSecond);
      while (!closed && tokens < needed) {
        await sleeper.pause(Math.max(2, Math.min(250, ((needed - tokens) / (perSecond * factor)) * 1000)));
        refill();
      }
      tokens -= commands;
      mark().commands += commands;
      totals.commands += commands;
    },
    exhausted() {
      refill();
      return tokens < perSecond / 10;
    },
    measured(ms) {
      const current = mark();
      current.slowestMs = Math.max(current.slowestMs, ms);
      factor = ms > SLOW_MS ? Math.max(0.1, factor * 0.7) : Math.min(1, factor * 1.05);
    },
    sampleBytes(total) {
      const bytes = lastBytes === null ? 0 : Math.max(0, total - lastBytes);
      if (bytes > 0) mark().bytes += bytes;
      totals.bytes += bytes;
      lastBytes = total;
    },
    cost() {
      mark();
      const seconds = Math.max(1, (now() - (marks[0]?.atMs ?? now())) / 1000);
      const sum = (pick: (m: Mark) => number) => marks.reduce((total, m) => total + pick(m), 0);
      return {
        commandsPerSecond: Math.round(sum((m) => m.commands) / seconds),
        bytesPerSecond: Math.round(sum((m) => m.bytes) / seconds),
        slowestMs: Math.round(marks.reduce((slowest, m) => Math.max(slowest, m.slowestMs), 0) * 10) / 10,
        budgetPerSecond: Math.round(perSecond * factor),
      };
    },
    rate: () => perSecond * factor,
    totals: () => ({ ...totals }),
    close() {
      closed = true;
      sleeper.close();
    },
  };
}
