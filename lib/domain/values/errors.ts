import { CodedError, hasCode, type LockErrorCode } from './lock-error';

/** Every way an operation of the console can fail: as one of the client, or in a way of its own. */
export type ErrorCode =
  | LockErrorCode
  | 'not-found'
  | 'read-only'
  | 'denied'
  | 'release-unsupported'
  | 'too-large'
  | 'node-down'
  | 'rate-limited'
  | 'not-stored'
  | 'history-unavailable'
  | 'history-fenced'
  | 'xray-off'
  | 'xray-busy'
  | 'config-invalid';

/** What the console throws. The client has a class of its own, which knows no codes of the console. */
export class ConsoleError extends CodedError<ErrorCode> {}

/** Whether `error` is a ConsoleError, of the console or of the client, of `code` if given. */
export function isConsoleError(error: unknown, code?: ErrorCode): error is ConsoleError {
  return hasCode(error, code);
}
