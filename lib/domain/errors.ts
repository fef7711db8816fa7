/** Every way a lock operation can fail. Busy is not among them: `tryAcquire` answers it with null. */
export type LockErrorCode =
  | 'wait-timeout'
  | 'aborted'
  | 'not-held'
  | 'lost'
  | 'quorum-not-reached'
  | 'changed'
  | 'invalid-argument'
  | 'not-found'
  | 'read-only'
  | 'denied'
  | 'release-unsupported'
  | 'extend-unsupported'
  | 'too-large'
  | 'node-down'
  | 'timed-out'
  | 'unexpected-reply'
  | 'rate-limited'
  | 'not-stored'
  | 'history-unavailable'
  | 'history-fenced'
  | 'xray-off'
  | 'xray-busy'
  | 'config-invalid';

/**
 * The one error class. Branch on `code`, never on the message; facts are in `details`, the underlying error in `cause`.
 */
export class LockError extends Error {
  readonly code: LockErrorCode;
  readonly details: Record<string, unknown>;

  constructor(
    code: LockErrorCode,
    message: string,
    details: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'LockError';
    this.code = code;
    this.details = details;
  }
}

/**
 * Whether `error` is a LockError, of `code` if given. By name: a bundler may give one process several copies of the class.
 */
export function isLockError(error: unknown, code?: LockErrorCode): error is LockError {
  if (!(error instanceof Error) || error.name !== 'LockError') return false;
  return code === undefined || (error as LockError).code === code;
}
