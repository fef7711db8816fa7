import type { ByteString } from '../domain/bytes';
import type { ReleaseChannels, Subscription } from './release-channels';
import { pause, type Wait } from './wait';

/** Longest sleep while messages arrive: bounds the wait for a lock that somebody deleted without a message. */
const RECHECK_MS = 10_000;
/** Longest sleep while no subscription is live. */
const UNHEARD_RECHECK_MS = 1_000;
/** PTTL is cut to whole milliseconds: one more, and the key is gone when we look. */
const PTTL_SLACK_MS = 2;

/** An attempt that found the lock held; `ttlMs` is -1 when it never expires. */
export type Busy = { busy: true; ttlMs: number };
export type Attempt<T> = { busy: false; result: T } | Busy;

type Ticket = { call: () => void };
type Line = { tickets: Ticket[]; subscription: Subscription | null };

export type WaitingLines = {
  /** Tries until it succeeds or the wait ends; in order of call among the waiters of this process. */
  wait<T>(wait: Wait, attempt: () => Promise<Attempt<T>>): Promise<T>;
};

/**
 * One line per lock in this process. Only its head talks to Redis: it tries, subscribes, tries again once the
 * subscription is live, then sleeps until a message, or at most the TTL it was told. The first to come is tried without
 * a subscription; the last to leave unsubscribes.
 */
export function createWaitingLines(
  channels: ReleaseChannels,
  channelOf: (key: ByteString) => ByteString,
): WaitingLines {
  const lines = new Map<ByteString, Line>();

  function join(key: ByteString): { line: Line; ticket: Ticket } {
    const line = lines.get(key) ?? { tickets: [], subscription: null };
    const ticket = { call: () => {} };
    lines.set(key, line);
    line.tickets.push(ticket);
    return { line, ticket };
  }

  function leave(key: ByteString, line: Line, ticket: Ticket): void {
    const wasHead = line.tickets[0] === ticket;
    line.tickets.splice(line.tickets.indexOf(ticket), 1);
    if (line.tickets.length === 0) {
      lines.delete(key);
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

  async function tryUntilTaken<T>(line: Line, wait: Wait, attempt: () => Promise<Attempt<T>>): Promise<T> {
    let told = false;
    for (;;) {
      const seen = line.subscription?.version() ?? 0;
      const outcome = await attempt();
      if (!outcome.busy) return outcome.result;
      line.subscription ??= channels.subscribe(channelOf(wait.key));
      const subscription = line.subscription;
      const limitMs = subscription.live() ? RECHECK_MS : UNHEARD_RECHECK_MS;
      if (subscription.live() && !told) {
        told = true;
        wait.onWaiting?.();
      }
      const ttlMs = outcome.ttlMs < 0 ? limitMs : outcome.ttlMs + PTTL_SLACK_MS;
      await pause(wait, Math.min(ttlMs, limitMs), (wake) => {
        if (subscription.version() !== seen) wake();
        return subscription.listen(wake);
      });
    }
  }

  return {
    async wait(wait, attempt) {
      const { line, ticket } = join(wait.key);
      try {
        if (line.tickets[0] !== ticket) await pause(wait, Number.POSITIVE_INFINITY, listenForTurn(ticket));
        return await tryUntilTaken(line, wait, attempt);
      } finally {
        leave(wait.key, line, ticket);
      }
    },
  };
}
