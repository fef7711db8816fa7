import { type ByteString, displayOf } from '../domain/bytes';
import { LockError } from '../domain/errors';
import { monotonicMs, startTimer } from './timers';

/** How long a caller waits: until a monotonic moment, or until one of the signals aborts. */
export type Wait = {
  key: ByteString;
  deadlineMs: number;
  signals: AbortSignal[];
  /** See `WaitOptions`. */
  onWaiting?: () => void;
};

/** A wait without an end of its own; what is waited for must have one. */
export function unlimited(key: ByteString): Wait {
  return { key, deadlineMs: Number.POSITIVE_INFINITY, signals: [] };
}

type Start<T> = (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void;

/**
 * The one place where waiting ends early: settles as `start` says, or rejects with `aborted` or `wait-timeout`, whichever
 * is first, and in every case leaves no timer and no listener behind.
 */
export function waitFor<T>(wait: Wait, start: Start<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cleanups: (() => void)[] = [];
    let settled = false;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      for (const cleanup of cleanups) cleanup();
      act();
    };
    const fail = (error: unknown) => settle(() => reject(error));
    const aborted = wait.signals.find((signal) => signal.aborted);
    if (aborted) return fail(abortedError(wait, aborted));
    cleanups.push(startTimer(wait.deadlineMs - monotonicMs(), () => fail(timeoutError(wait))));
    for (const signal of wait.signals) {
      const onAbort = () => fail(abortedError(wait, signal));
      signal.addEventListener('abort', onAbort);
      cleanups.push(() => signal.removeEventListener('abort', onAbort));
    }
    const stop = start((value) => settle(() => resolve(value)), fail);
    if (settled) stop();
    else cleanups.push(stop);
  });
}

/** The result of `call`, or `timed-out` after `limitMs`. The call goes on: the caller owns what it may still do. */
export function answerOf<T>(wait: Wait, call: Promise<T>, limitMs: number): Promise<T> {
  call.catch(() => {}); // nobody may be left to hear it
  return waitFor<T>(wait, (resolve, reject) => {
    call.then(resolve, reject);
    return startTimer(limitMs, () => reject(noAnswer(wait.key, limitMs)));
  });
}

/** Resolves when `listen` calls back, or after `ms`. */
export function pause(wait: Wait, ms: number, listen: (wake: () => void) => () => void): Promise<void> {
  return waitFor<void>(wait, (resolve) => {
    const stopTimer = startTimer(ms, resolve);
    const stopListening = listen(resolve);
    return () => {
      stopTimer();
      stopListening();
    };
  });
}

export function noAnswer(key: ByteString, limitMs: number): LockError {
  return new LockError('timed-out', `Redis gave no answer within ${limitMs} ms`, {
    key: displayOf(key).text,
  });
}

export function timeoutError({ key }: Pick<Wait, 'key'>): LockError {
  return new LockError('wait-timeout', 'The lock was held by others for the whole wait', {
    key: displayOf(key).text,
  });
}

function abortedError({ key }: Wait, signal: AbortSignal): LockError {
  const details = { key: displayOf(key).text };
  return new LockError('aborted', 'The wait for the lock was aborted', details, { cause: signal.reason });
}
