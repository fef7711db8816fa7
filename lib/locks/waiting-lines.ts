import type { Subscription } from './release-channels';
import { pause, type Wait } from './wait';

/** Longest sleep while messages arrive: bounds the wait for a lock that somebody deleted without a message. */
const RECHECK_MS = 10_000;
/** Longest sleep while no subscription is live. */
const UNHEARD_RECHECK_MS = 1_000;
/** First and longest sleep where no message may come: the holder tells nobody, or the lock is free and another's turn. */
const SILENT_MS = { first: 25, longest: 1_000 };
/** PTTL is cut to whole milliseconds: one more, and the key is gone when we look. */
const PTTL_SLACK_MS = 2;

/**
 * An attempt that found the lock held; `ttlMs` is -1 when it never expires. `silent` = its holder is of a library that
 * sends no message. `retryMs` = try again after that time, whatever is heard. `failure` = why it could not be decided.
 */
export type Busy = {
  busy: true;
  ttlMs: number;
  silent: boolean;
  retryMs?: number | undefined;
  failure?: unknown;
};
export type Attempt<T> = { busy: false; result: T } | Busy;

type Ticket = { call: () => void };
type Line = { tickets: Ticket[]; subscription: Subscription | null };

export type Turn<T> = {
  /** Who waits in the same line takes turns. */
  line: string;
  wait: Wait;
  attempt(): Promise<Attempt<T>>;
  listen(): Subscription;
  /** Longest time between two attempts, ms, below the line's own. */
  recheckMs?: number | undefined;
};

export type WaitingLines = {
  /** Tries until it succeeds or the wait ends; in order of call among the waiters of a line. */
  wait<T>(turn: Turn<T>): Promise<T>;
};

/**
 * One line per lock in this process. Only its head talks to Redis: it tries, subscribes, tries again once the
 * subscription is live, then sleeps until a message, or at most the TTL it was told. The first to come is tried without
 * a subscription; the last to leave unsubscribes.
 */
export function createWaitingLines(): WaitingLines {
  const lines = new Map<string, Line>();

  function join(name: string): { line: Line; ticket: Ticket } {
    const line = lines.get(name) ?? { tickets: [], subscription: null };
    const ticket = { call: () => {} };
    lines.set(name, line);
    line.tickets.push(ticket);
    return { line, ticket };
  }

  function leave(name: string, line: Line, ticket: Ticket): void {
    const wasHead = line.tickets[0] === ticket;
    line.tickets.splice(line.tickets.indexOf(ticket), 1);
    if (line.tickets.length === 0) {
      lines.delete(name);
      line.subscription?.close();
    } else if (wasHead) line.tickets[0]?.call();
  }

  function listenForTurn(ticket: Ticket) {
    return (wake: () => void) => {
      ticket.call = wake;
      return () => {
        ticket.call = () => {};
      };
    };
  }

  async function tryUntilTaken<T>(line: Line, turn: Turn<T>): Promise<T> {
    const { wait, attempt, listen, recheckMs = RECHECK_MS } = turn;
    let told = false;
    let silentMs = SILENT_MS.first;
    for (;;) {
      const seen = line.subscription?.version() ?? 0;
      const outcome = await attempt();
      if (!outcome.busy) return outcome.result;
      line.subscription ??= listen();
      const subscription = line.subscription;
      if (subscription.live() && !told) {
        told = true;
        wait.onWaiting?.();
      }
      if (!subscription.live()) subscription.retry();
      const longestMs = Math.min(subscription.live() ? RECHECK_MS : UNHEARD_RECHECK_MS, recheckMs);
      const sleepMs = sleepOf(outcome, longestMs, silentMs);
      silentMs = isSilent(outcome) ? Math.min(silentMs * 2, SILENT_MS.longest) : SILENT_MS.first;
      await pause(wait, sleepMs, (wake) => {
        if (outcome.retryMs !== undefined) return () => {};
        if (subscription.version() !== seen) wake();
        return subscription.listen(wake);
      });
    }
  }

  return {
    async wait(turn) {
      const { line, ticket } = join(turn.line);
      try {
        if (line.tickets[0] !== ticket)
          await pause(turn.wait, Number.POSITIVE_INFINITY, listenForTurn(ticket));
        return await tryUntilTaken(line, turn);
      } finally {
        leave(turn.line, line, ticket);
      }
    },
  };
}

function isSilent({ ttlMs, silent }: Busy): boolean {
  return silent || ttlMs === 0;
}

/** How long to sleep at most, ms. Jitter keeps waiters of several processes from polling in step. */
function sleepOf(busy: Busy, longestMs: number, silentMs: number): number {
  const { ttlMs, retryMs = Number.POSITIVE_INFINITY } = busy;
  const untilFreeMs = ttlMs > 0 ? ttlMs + PTTL_SLACK_MS : longestMs;
  const limitMs = isSilent(busy) ? silentMs * (0.75 + Math.random() / 2) : longestMs;
  return Math.min(untilFreeMs, limitMs, retryMs);
}
