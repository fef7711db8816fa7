import { ConsoleError, isConsoleError } from '../domain/values/errors';

/** The operation, for the message: a read has no effect, an action may have taken effect. */
export type Doing = 'reading' | 'acting';

const UNAVAILABLE = /^(?:LOADING|MASTERDOWN|BUSY|CLUSTERDOWN|TRYAGAIN|NOREPLICAS|MISCONF|OOM)\b/;
const NOT_SENT = /Stream isn't writeable|ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|Connection is in closing state/;

/**
 * Converts a failure of Redis or of the connection: `denied` names the command or key that is not permitted, `node-down` =
 * no connection or a server that cannot serve now, `timed-out` = no answer in time. `details.mayHaveHappened` says whether
 * an action may have taken effect.
 */
export function toLockError(error: unknown, doing: Doing): ConsoleError {
  if (isConsoleError(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const details = { mayHaveHappened: false };
  const options = { cause: error };
  if (/\bNOPERM\b|user executing the script can't|^NOAUTH|^WRONGPASS/.test(message)) {
    const command = /'([a-z|_-]+)' command/i.exec(message)?.[1]?.toUpperCase() ?? null;
    const what = command ? `run ${command}` : `do this (${reasonOf(message)})`;
    return new ConsoleError('denied', `this Redis user may not ${what}`, { ...details, command }, options);
  }
  if (message === 'Command timed out') {
    const text =
      doing === 'acting'
        ? 'Redis did not answer in time: it may or may not have happened, look before you repeat it'
        : 'Redis did not answer in time';
    return new ConsoleError('timed-out', text, { mayHaveHappened: doing === 'acting' }, options);
  }
  if (message.startsWith('READONLY')) {
    return new ConsoleError('read-only', 'this Redis is a read-only replica', details, options);
  }
  if (UNAVAILABLE.test(message)) {
    return new ConsoleError(
      'node-down',
      `Redis cannot serve this now: ${reasonOf(message)}`,
      details,
      options,
    );
  }
  if (message.startsWith('WRONGTYPE')) {
    const text = 'the key changes its type faster than it can be read';
    return new ConsoleError('unexpected-reply', text, details, options);
  }
  if (isReply(error)) {
    return new ConsoleError('unexpected-reply', `Redis refused: ${reasonOf(message)}`, details, options);
  }
  const mayHaveHappened = doing === 'acting' && !NOT_SENT.test(message);
  const text = mayHaveHappened
    ? 'the connection to Redis broke: it may or may not have happened, look before you repeat it'
    : 'there is no connection to Redis';
  return new ConsoleError('node-down', text, { mayHaveHappened }, options);
}

function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError';
}

/** Redis' own words, shortened; they contain names of commands and never values. */
function reasonOf(message: string): string {
  return message.replace(/ script: .*$/, '').slice(0, 120);
}
