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

/** Whether `error` is a ConsoleError, of the console or of the client, of `code` if given. */
export function isConsoleError(error: unknown, code?: ErrorCode): error is ConsoleError {
  return hasCode(error, code);
}
