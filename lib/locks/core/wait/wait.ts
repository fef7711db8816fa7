import { type ByteString, displayOf } from '../../../domain/keys/bytes';
import { LockError } from '../../../domain/values/lock-error';
import type { Members, Placed } from '../members';
import { type Alarm, clearAlarm, monotonicMs, setAlarm, startTimer } from '../timers';

/** Notifies all waiters that the client is closed. */
export type Closing = { closed: boolean; readonly listeners: Members<Placed & { closed(): void }> };

/** How long a caller waits: until a monotonic moment, until the signal aborts, or until the client closes. */
export type Wait = {
  key: ByteString;
  deadlineMs: number;
  /** Time from the start of the wait to its deadline, ms: waits of one length share a timer. */
  lengthMs: number;
  signal?: AbortSignal | undefined;
  closing?: Closing | undefined;
  /** Why Redis cannot be reached now, if the connection knows. */
  problem?: (() => unknown) | undefined;
  /** See `WaitOptions`. */
  onWaiting?: (() => void) | undefined;
};

/** A wait without a limit of its own; the awaited call must have one. */
export function unlimited(key: ByteString): Wait {
  return { key, deadlineMs: Number.POSITIVE_INFINITY, lengthMs: Number.POSITIVE_INFINITY };
}

/**
 * The one place where waiting ends early: settles with the answer, or rejects with `aborted` or `wait-timeout`, whichever
 * is first, and always removes its timer and listener.
 */
class Waiting<T, R = T> implements Alarm, Placed {
  place = -1;
  atMs = 0;
  before: Alarm | null = null;
  after: Alarm | null = null;
  list: Alarm['list'] = null;
  private settled = false;
  private stopListening: (() => void) | null = null;

  constructor(
    private readonly wait: Wait,
    private readonly fulfil: (value: R) => void,
    private readonly refuse: (error: unknown) => void,
    private readonly limitMs = Number.POSITIVE_INFINITY,
    private readonly answering: Answering<T, R> | null = null,
    sentMs = 0,
  ) {
    const { signal, closing } = wait;
    const over = overOf(wait);
    if (over) this.reject(over);
    if (this.settled) return;
    this.watch(sentMs);
    if (signal) onAbort(signal, this);
    closing?.listeners.add(this);
  }

  /** Ends by `stop` too; at once when the wait is over already. */
  endsWith(stop: () => void): void {
    if (this.settled) stop();
    else this.stopListening = stop;
  }

  /** Ends at the deadline of the wait or after `limitMs`, whichever is earlier. */
  private watch(sentMs: number): void {
    const { wait, limitMs } = this;
    const limitedMs = limitMs === Number.POSITIVE_INFINITY ? limitMs : sentMs + limitMs;
    if (wait.deadlineMs < limitedMs) setAlarm(this, wait.deadlineMs, wait.lengthMs);
    else if (limitedMs !== Number.POSITIVE_INFINITY) setAlarm(this, limitedMs, limitMs);
  }

  ring(): void {
    const { wait, limitMs, atMs } = this;
    this.reject(
      atMs === wait.deadlineMs ? timeoutError(wait) : noAnswer(wait.key, limitMs, wait.problem?.()),
    );
  }

  /** Ends with the answer or its conversion; an error of the conversion is no failure of the call. */
  answer(answer: T): void {
    if (this.settled) return;
    this.settle();
    const { answering } = this;
    try {
      this.fulfil(answering ? answering.convert(answer) : (answer as unknown as R));
    } catch (error) {
      this.refuse(error);
    }
  }

  reject(error: unknown): void {
    if (this.settled) return;
    this.settle();
    this.answering?.abandoned();
    this.refuse(error);
  }

  aborted(): void {
    this.reject(abortedError(this.wait));
  }

  closed(): void {
    this.reject(closedError(this.wait));
  }

  private settle(): void {
    this.settled = true;
    clearAlarm(this);
    if (this.wait.signal) offAbort(this.wait.signal, this);
    this.wait.closing?.listeners.delete(this);
    this.stopListening?.();
  }
}

type Abortable = { aborted(): void };
type Heard = { waiting: Set<Abortable>; tell(): void };

/** One listener per signal, however many wait on it: Node warns of a leak at eleven. */
const heard = new WeakMap<AbortSignal, Heard>();

function onAbort(signal: AbortSignal, waiting: Abortable): void {
  let known = heard.get(signal);
  if (!known) {
    const all = new Set<Abortable>();
    const tell = () => {
      for (const each of [...all]) each.aborted();
    };
    known = { waiting: all, tell };
    heard.set(signal, known);
    signal.addEventListener('abort', tell);
  }
  known.waiting.add(waiting);
}

function offAbort(signal: AbortSignal, waiting: Abortable): void {
  const known = heard.get(signal);
  known?.waiting.delete(waiting);
  if (known?.waiting.size !== 0) return;
  signal.removeEventListener('abort', known.tell);
  heard.delete(signal);
}

type Answering<T, R> = {
  /** Converts the answer to the result; an error it throws is thrown. */
  convert(answer: T): R;
  /** Called when no caller takes the answer any more, or the call failed: its effect is to be undone. */
  abandoned(): void;
};

/** The result of `call`, or `timed-out` `limitMs` after it was sent. The call continues: the caller owns its effects. */
export function answerOf<T>(wait: Wait, call: Promise<T>, limitMs: number): Promise<T>;
export function answerOf<T, R>(
  wait: Wait,
  call: Promise<T>,
  limitMs: number,
  answering: Answering<T, R>,
  sentMs: number,
): Promise<R>;
export function answerOf<T, R>(
  wait: Wait,
  call: Promise<T>,
  limitMs: number,
  answering?: Answering<T, R>,
  sentMs = monotonicMs(),
): Promise<T | R> {
  return new Promise((resolve, reject) => {
    const waiting = new Waiting<T, T | R>(wait, resolve, reject, limitMs, answering, sentMs);
    call.then(
      (answer) => waiting.answer(answer),
      (error) => waiting.reject(error), // also when no caller is left
    );
  });
}

/** Resolves when `listen` calls back, or after `ms`. */
export function pause(wait: Wait, ms: number, listen: (wake: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = new Waiting<void>(wait, resolve, reject);
    const wake = () => waiting.answer();
    const stopTimer = startTimer(ms, wake);
    const stopListening = listen(wake);
    waiting.endsWith(() => {
      stopTimer();
      stopListening();
    });
  });
}

/** `cause` = the reason, if known. */
export function noAnswer(key: ByteString, limitMs: number, cause?: unknown): LockError {
  const message = `Redis gave no answer within ${limitMs} ms${because(cause)}`;
  return new LockError('timed-out', message, { key: displayOf(key).text }, causeOf(cause));
}

/** The wait is over, and it is not known whether the lock is held. */
export function unansweredError({ key }: Pick<Wait, 'key'>, cause?: unknown): LockError {
  const message = `The wait for the lock ended without an answer of Redis${because(cause)}`;
  return new LockError('timed-out', message, { key: displayOf(key).text }, causeOf(cause));
}

function because(cause: unknown): string {
  return cause instanceof Error ? `: ${cause.message}` : '';
}

function causeOf(cause: unknown): ErrorOptions {
  return cause == null ? {} : { cause };
}

export function timeoutError({ key }: Pick<Wait, 'key'>): LockError {
  const details = { key: displayOf(key).text };
  return new LockError('wait-timeout', 'The lock was held by others for the whole wait', details);
}

export function notHeld(key: ByteString): LockError {
  return new LockError('not-held', 'The lock was released already', { key: displayOf(key).text });
}

/** Why the wait is over: the client is closed or the signal has aborted. Else null. */
export function overOf(wait: Wait): LockError | null {
  if (wait.closing?.closed) return closedError(wait);
  return wait.signal?.aborted ? abortedError(wait) : null;
}

function abortedError({ key, signal }: Wait, cause: unknown = signal?.reason): LockError {
  const details = { key: displayOf(key).text };
  return new LockError('aborted', 'The wait for the lock was aborted', details, { cause });
}

function closedError(wait: Wait): LockError {
  return abortedError(wait, new Error('the lock client was closed'));
}
