/** What the command line ends with. */
export const ExitCode = {
  done: 0,
  error: 1,
  usage: 2,
  /** The lock is not as it was named or seen; nothing was touched. */
  changed: 3,
  notFound: 4,
  /**
   * Done on some masters of a Redlock group: too few for the lock to be surely free, or surely extended. Or not on all keys
   * of a hold that were asked for.
   */
  short: 5,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Ends a command with a message and a code. `details` go into the JSON answer. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  readonly code: string;
  readonly details: Record<string, unknown>;

  constructor(exitCode: ExitCode, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
    this.code = code;
    this.details = details;
  }
}
