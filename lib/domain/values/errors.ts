import { CodedError, hasCode, type LockErrorCode } from './lock-error';

/** Every error code of the console: those of the client and its own. */
export type ErrorCode =
  | LockErrorCode
  | 'not-found'
  | 'read-only'
  | 'second-person'
  | 'not-waiting'
  | 'denied'
  | 'not-signed-in'
  | 'step-up-required'
  | 'release-unsupported'
  | 'quarantine-unsupported'
  | 'too-large'
  | 'node-down'
  | 'rate-limited'
  | 'not-stored'
  | 'not-audited'
  | 'history-unavailable'
  | 'history-fenced'
  | 'xray-off'
  | 'xray-busy'
  | 'config-invalid';

/** The error class of the console. The client's own class knows no codes of the console. */
export class ConsoleError extends CodedError<ErrorCode> {}

/** Waits for what comes before anything is sent to Redis. Rejects as it does; `details.mayHaveHappened` is false then. */
export async function beforeSending<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isConsoleError(error)) throw error;
    const { code, message, details } = error;
    throw new ConsoleError(code, message, { ...details, mayHaveHappened: false }, { cause: error });
  }
}

/** Whether `error` is a ConsoleError, of the console or of the client, of `code` if given. */
export function isConsoleError(error: unknown, code?: ErrorCode): error is ConsoleError {
  return hasCode(error, code);
}
