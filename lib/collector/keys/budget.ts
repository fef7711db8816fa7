import { createSleeper } from './sleeper';

/** Latency above which our commands slow down other clients, ms. */
const SLOW_MS = 20;
const WINDOW_MS = 5_000;

export type Cost = {
  commandsPerSecond: number;
  bytesPerSecond: number;
  slowestMs: number;
  budgetPerSecond: number;
};

/** Share of the budget that urgent reads leave to everything else, however many there are. */
const RESERVE = 0.25;

/**
 * Spends a node's command budget: `take` waits until so many commands may be sent. Urgent commands may borrow one second
 * ahead of discovery, which keeps a quarter of the budget to itself. The rate falls while the node answers slowly, and
 * recovers by itself.
 */
export type Budget = {
  take(commands: number, urgent?: boolean): Promise<void>;
  /** Whether so many non-urgent commands may be sent now. */
  affords(commands: number): boolean;
  /** Whether discovery would have to wait now. */
  exhausted(): boolean;
  /** Records how long one finished call took; `sampleBytes` counts bytes. */
  measured(ms: number): void;
  /** Total bytes sent and received on our connections so far. */
  sampleBytes(total: number): void;
  cost(): Cost;
  /** Commands a second that it allows while the node answers fast. */
  readonly perSecond: number;
  /** Commands a second that it allows now. */
  rate(): number;
  /** Ends after so many ms, or when the budget is closed. */
  pause(ms: number): Promise<void>;
  /** Commands taken and bytes counted since the start. */
  totals(): { commands: number; bytes: number };
  /** Resolves all pending `take` and `pause` calls; their callers find the connection closed. */
  close(): void;
};

type Mark = { atMs: number; commands: number; bytes: number; slowestMs: number };

/** A budget of `perSecond` commands. `now` in ms; only differences matter. */
export function createBudget(perSecond: number, now: () => number): Budget {
  let factor = 1;
  const mostReserved = perSecond * RESERVE;
  let reserved = mostReserved;
  let tokens = perSecond - mostReserved;
  let filledAt = now();
  let lastBytes: number | null = null;
  const marks: Mark[] = [];
  const totals = { commands: 0, bytes: 0 };
  const sleeper = createSleeper();
  let closed = false;

  function refill(): void {
    const at = now();
    // A clock that is set back adds no tokens and removes none.
    const gained = (Math.max(0, at - filledAt) / 1000) * perSecond * factor;
    const kept = Math.min(mostReserved - reserved, gained * RESERVE);
    reserved += kept;
    tokens = Math.min(perSecond - mostReserved, tokens + gained - kept);
    filledAt = at;
  }

  /** How many tokens are missing for these commands. A call larger than the bucket goes out when it is full, on credit. */
  function lacking(commands: number, urgent: boolean): number {
    if (urgent) return Math.min(0, commands - perSecond) - tokens;
    return Math.min(commands, mostReserved) - Math.max(0, tokens) - reserved;
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
      for (let lack = lacking(commands, urgent); !closed && lack > 0; lack = lacking(commands, urgent)) {
        await sleeper.pause(Math.max(2, Math.min(250, (lack / (perSecond * factor)) * 1000)));
        refill();
      }
      const spare = urgent ? commands : Math.min(Math.max(0, tokens), commands);
      tokens -= spare;
      reserved -= commands - spare;
      mark().commands += commands;
      totals.commands += commands;
    },
    affords(commands) {
      refill();
      return lacking(commands, false) <= 0;
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
    perSecond,
    rate: () => perSecond * factor,
    pause: sleeper.pause,
    totals: () => ({ ...totals }),
    close() {
      closed = true;
      sleeper.close();
    },
  };
}
