import pino, { type DestinationStream, type Logger } from 'pino';
import { isConsoleError } from '../../domain/values/errors';

export type Log = Logger;

const DEPTH = 5;
const CREDENTIALS = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"'<>]*@/gi;
const SECRET_NAMES = /^(?:pass(?:word)?|secret|auth|authorization|cookie|set-cookie|url|command)$/i;

/** Adds secrets to a logger of `createLog`. */
const hidden = new WeakMap<Log, (secrets: readonly string[]) => void>();

/** Has a logger of `createLog` hide these as well from now on. */
export function hideFromLog(log: Log, secrets: readonly string[]): void {
  hidden.get(log)?.(secrets);
}

/**
 * A logger that writes JSON lines to `destination` (default: standard output). No line holds the credentials of a URL,
 * any of `secrets`, or the arguments of a Redis command, wherever they were hidden in what is logged.
 */
export function createLog(
  secrets: readonly string[] = [],
  destination?: DestinationStream,
  level = 'info',
): Log {
  let forms: string[] = [];
  const add = (more: readonly string[]) => {
    forms = [...new Set([...forms, ...more.flatMap(formsOf)])].sort((a, b) => b.length - a.length);
  };
  add(secrets);
  const hide = (text: string) =>
    forms.reduce((left, secret) => left.replaceAll(secret, '***'), text.replace(CREDENTIALS, '$1***@'));
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (facts: unknown) => facts },
    hooks: {
      logMethod(args, method) {
        const [first, ...rest] = args as unknown[];
        const clean = first instanceof Error ? { err: cleaned(first, hide) } : cleaned(first, hide);
        const message = first instanceof Error && rest.length === 0 ? [hide(first.message)] : [];
        method.apply(this, [clean, ...rest.map((arg) => cleaned(arg, hide)), ...message] as never);
      },
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  hidden.set(log, add);
  return log;
}

/** Passwords of these URLs, as they stand there and as they are meant, for `createLog`. */
export function secretsOf(urls: readonly string[]): string[] {
  return urls.flatMap((text) => {
    const { password } = new URL(text);
    return password ? [password, decodeURIComponent(password)] : [];
  });
}

/** A secret of one or two characters is no secret, and hiding it would hide the log. */
function formsOf(secret: string): string[] {
  return secret.length < 3 ? [] : [secret, encodeURIComponent(secret)];
}

function cleaned(value: unknown, hide: (text: string) => string, depth = 0): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '…';
  if (value instanceof Error) return errorFacts(value, hide, depth);
  if (Array.isArray(value)) return value.map((item) => cleaned(item, hide, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAMES.test(name) && typeof item !== 'number' ? '***' : cleaned(item, hide, depth + 1),
    ]),
  );
}

/** Named fields only: ioredis hangs the whole command, AUTH included, on its errors. */
function errorFacts(error: Error, hide: (text: string) => string, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: hide(error.message),
    ...(typeof code === 'string' && { code }),
    ...(isConsoleError(error) && { details: cleaned(error.details, hide, depth + 1) }),
    stack: hide(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: cleaned(error.cause, hide, depth + 1) }),
  };
}
