import type { LongWait } from '../../../domain/keys/process-record';
import { isLockError } from '../../../domain/values/lock-error';
import { monotonicMs } from '../timers';
import type { Subscription } from './release-channels';
import { pause, unansweredError, type Wait } from './wait';

/** Longest sleep while the subscription is live, ms: bounds the wait for a lock that was deleted without a message. */
const RECHECK_MS = 10_000;
/** Longest sleep while no subscription is live, ms. */
const UNHEARD_RECHECK_MS = 1_000;
/**
 * First and longest sleep where no message may come: the holder publishes none, or the lock is free and it is another's
 * turn.
 */
const SILENT_MS = { first: 25, longest: 1_000 };
/** How often the pause after a split vote doubles. */
const SPLITS = 4;
/** PTTL is cut to whole milliseconds: one more, and the key is gone when it is read. */
const PTTL_SLACK_MS = 2;

/**
 * An attempt that found the lock held; `ttlMs` is -1 when it never expires. `silent` = the library of its holder publishes
 * no message. `retryMs` = retry after that time, whatever is received. `failure` = why it is not known whether the lock is
 * held.
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
/**
 * `stuck` = its head, once that found the lock held. `answeredMs` = when an attempt was last answered; `failure` = why the
 * next one was not.
 */
type Line = {
  tickets: Ticket[];
  subscription: Subscription | null;
  stuck: { turn: Turn<unknown>; sinceMs: number } | null;
  answeredMs: number;
  failure: unknown;
};
type Lines = Map<string, Line>;

const nobody = () => {};

export type Turn<T> = {
  /** Waiters of the same kind share a queue and take turns. */
  kind: string;
  line: string;
  wait: Wait;
  /** Id of the process that waits, as its heartbeat record has it. */
  processId: string;
  attempt(): Promise<Attempt<T>>;
  /** Called when an attempt failed: whether another may succeed. */
  goesOn(error: unknown): boolean;
  /** Why Redis cannot be reached now, if known. */
  problem(): unknown;
  /** Called when the wait ended without the lock. */
  giveUp(): void;
  listen(): Subscription;
  /** Longest time between two attempts, ms, where that is below the default of the queue. */
  recheckMs?: number | undefined;
};

export type LocalWaitQueues = {
  /**
   * Retries until it succeeds or the wait ends, in order of call among the waiters of a queue. Waits out an outage. Rejects
   * with `wait-timeout` when the time is over and the lock was found held, with `timed-out` when Redis gave no answer.
   */
  wait<T>(turn: Turn<T>): Promise<T>;
  /** Locks that the heads of this process's queues have waited for `forMs` or longer, longest wait first. */
  waiting(processId: string, forMs: number): LongWait[];
};

/**
 * One queue per lock in this process. Only its head talks to Redis: it attempts, subscribes, attempts again once the
 * subscription is live, then sleeps until a message arrives, or at most for the TTL it was given. The first caller attempts
 * without a subscription; the last to leave unsubscribes.
 */
export function createLocalWaitQueues(): LocalWaitQueues {
  const byKind = new Map<string, Lines>();

  function linesOf(kind: string): Lines {
    const known = byKind.get(kind);
    if (known) return known;
    const lines: Lines = new Map();
    byKind.set(kind, lines);
    return lines;
  }

  /** Joins the queue, or creates it. */
  function join(lines: Lines, name: string, ticket: Ticket): Line {
    const known = lines.get(name);
    if (known) {
      known.tickets.push(ticket);
      return known;
    }
    const line = { tickets: [ticket], subscription: null, stuck: null, answeredMs: -1, failure: undefined };
    lines.set(name, line);
    return line;
  }

  function leave(lines: Lines, name: string, line: Line, ticket: Ticket): void {
    const { tickets, subscription } = line;
    if (tickets.length === 1) {
      lines.delete(name);
      subscription?.close();
      return;
    }
    const wasHead = tickets[0] === ticket;
    tickets.splice(tickets.indexOf(ticket), 1);
    if (!wasHead) return;
    line.stuck = null;
    tickets[0]?.call();
  }

  function listenForTurn(ticket: Ticket) {
    return (wake: () => void) => {
      ticket.call = wake;
      return () => {
        ticket.call = nobody;
      };
    };
  }

  /** Continues after an attempt that did not acquire the lock; `heard` = messages received before it began. */
  async function tryAgain<T>(line: Line, turn: Turn<T>, found: Busy, heard: number): Promise<T> {
    const { wait, recheckMs = RECHECK_MS } = turn;
    let outcome: Attempt<T> = found;
    let seen = heard;
    let told = false;
    let silentMs = SILENT_MS.first;
    let splits = 0;
    while (outcome.busy) {
      note(line, turn, outcome);
      line.subscription ??= turn.listen();
      const subscription: Subscription = line.subscription;
      if (outcome.failure === undefined && subscription.live() && !told) {
        told = true;
        wait.onWaiting?.();
      }
      if (!subscription.live()) subscription.retry();
      const longestMs = Math.min(subscription.live() ? RECHECK_MS : UNHEARD_RECHECK_MS, recheckMs);
      splits = outcome.retryMs === undefined ? 0 : splits + 1;
      const sleepMs = sleepOf(outcome, longestMs, silentMs, splits);
      silentMs = isSilent(outcome) ? Math.min(silentMs * 2, SILENT_MS.longest) : SILENT_MS.first;
      await sleep(wait, sleepMs, outcome, subscription, seen);
      seen = subscription.version();
      outcome = await turn.attempt().catch(undecided);
    }
    return outcome.result;
  }

  function sleep(
    wait: Wait,
    ms: number,
    busy: Busy,
    subscription: Subscription,
    seen: number,
  ): Promise<void> {
    return pause(wait, ms, (wake) => {
      if (busy.retryMs !== undefined) return () => {};
      if (subscription.version() !== seen) wake();
      return subscription.listen(wake);
    });
  }

  async function takeTurn<T>(line: Line, turn: Turn<T>, ticket: Ticket): Promise<T> {
    await pause(turn.wait, Number.POSITIVE_INFINITY, listenForTurn(ticket));
    const heard = line.subscription?.version() ?? 0;
    const outcome = await turn.attempt().catch(undecided);
    return outcome.busy ? tryAgain(line, turn, outcome, heard) : outcome.result;
  }

  return {
    wait(turn) {
      const lines = linesOf(turn.kind);
      const ticket = { call: nobody };
      const line = join(lines, turn.line, ticket);
      const taken = <T>(result: T): T => {
        if (line.tickets.length > 1) answered(line);
        leave(lines, turn.line, line, ticket);
        return result;
      };
      const failed = (error: unknown): never => {
        const reason = isLockError(error, 'wait-timeout') ? endOf(line, turn, error) : error;
        leave(lines, turn.line, line, ticket);
        turn.giveUp();
        throw reason;
      };
      if (line.tickets[0] !== ticket) return takeTurn(line, turn, ticket).then(taken, failed);
      const goOn = (busy: Busy) => tryAgain(line, turn, busy, 0).then(taken, failed);
      return turn.attempt().then(
        (outcome) => (outcome.busy ? goOn(outcome) : taken(outcome.result)),
        (error) => goOn(undecided(error)),
      );
    },
    waiting(processId, forMs) {
      const nowMs = monotonicMs();
      const longest = new Map<string, number>();
      for (const { stuck } of [...byKind.values()].flatMap((lines) => [...lines.values()])) {
        if (stuck?.turn.processId !== processId || nowMs - stuck.sinceMs < forMs) continue;
        const { key } = stuck.turn.wait;
        longest.set(key, Math.max(Math.floor(nowMs - stuck.sinceMs), longest.get(key) ?? 0));
      }
      return [...longest].map(([key, forMs]) => ({ key, forMs })).sort((a, b) => b.forMs - a.forMs);
    },
  };
}

/** The outcome of a failed attempt. Nothing says when to retry, as with a holder that publishes no message. */
function undecided(failure: unknown): Busy {
  return { busy: true, ttlMs: 0, silent: true, failure };
}

function answered(line: Line): void {
  line.answeredMs = monotonicMs();
  line.failure = undefined;
}

/** Records what an attempt found out that did not acquire the lock. Throws its failure where the wait cannot continue. */
function note(line: Line, turn: Turn<unknown>, { failure }: Busy): void {
  if (failure !== undefined) {
    if (!turn.goesOn(failure)) throw failure;
    line.failure = failure;
    return;
  }
  answered(line);
  line.stuck ??= { turn, sinceMs: line.answeredMs };
}

/** Why a wait ends at its deadline: at the last answer others had the lock, or Redis does not answer. */
function endOf(line: Line, turn: Turn<unknown>, timeout: unknown): unknown {
  const { wait } = turn;
  const failure = line.failure ?? turn.problem();
  const known = line.stuck !== null || line.answeredMs >= wait.deadlineMs - wait.lengthMs;
  if (failure == null) return known ? timeout : unansweredError(wait);
  if (!isLockError(failure)) return unansweredError(wait, failure);
  return failure.code === 'timed-out' ? unansweredError(wait, failure.cause ?? failure) : failure;
}

function isSilent({ ttlMs, silent }: Busy): boolean {
  return silent || ttlMs === 0;
}

/** How long to sleep at most, ms. Jitter keeps waiters of several processes from polling in step. */
function sleepOf(busy: Busy, longestMs: number, silentMs: number, splits: number): number {
  const { ttlMs } = busy;
  // The longer contenders split the votes, the further apart they retry.
  const retryMs = (busy.retryMs ?? Number.POSITIVE_INFINITY) * 2 ** Math.min(splits - 1, SPLITS);
  const untilFreeMs = ttlMs > 0 ? ttlMs + PTTL_SLACK_MS : longestMs;
  const limitMs = isSilent(busy) ? silentMs * (0.75 + Math.random() / 2) : longestMs;
  return Math.min(untilFreeMs, limitMs, retryMs);
}
