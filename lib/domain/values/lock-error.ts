/** Every error code of the lock client. A busy lock is no error: `tryAcquire` returns null. */
export type LockErrorCode =
  | 'wait-timeout'
  | 'aborted'
  | 'not-held'
  | 'lost'
  | 'quorum-not-reached'
  | 'changed'
  | 'invalid-argument'
  | 'extend-unsupported'
  | 'timed-out'
  | 'unexpected-reply';

/**
 * The base class of all errors, with a closed set of codes. Branch on `code`, never on the message; facts are in
 * `details`, the underlying error in `cause`.
 */
export class CodedError<Code extends string> extends Error {
  readonly code: Code;
  readonly details: Record<string, unknown>;

  constructor(code: Code, message: string, details: Record<string, unknown> = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LockError';
    this.code = code;
    this.details = details;
  }
}

/** The error class of the lock client. */
export class LockError extends CodedError<LockErrorCode> {}

/**
 * Whether `error` is a LockError, of `code` if given. By name: a bundler may give one process several copies of the class.
 */
export function isLockError(error: unknown, code?: LockErrorCode): error is LockError {
  return hasCode(error, code);
}

/** `isLockError` for any set of codes. */
export function hasCode<Code extends string>(error: unknown, code?: Code): error is CodedError<Code> {
  if (!(error instanceof Error) || error.name !== 'LockError') return false;
  return code === undefined || (error as CodedError<string>).code === code;
}
