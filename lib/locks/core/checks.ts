import { invalid, isCluster, isSupported, optionalText, positiveMs, waitingMs } from './arguments';
import type { AcquireOptions, CloseOptions, CommonOptions, LockClientOptions, WaitOptions } from './options';

/** Throws `invalid-argument` naming `name` unless the option may have this value. */
export type Check = (name: string, value: never) => unknown;
/** One check for every option: an option without a check does not compile. */
export type Checks<O> = { readonly [K in keyof O]-?: Check };

/**
 * Throws `invalid-argument` unless `options` is an object of known options with valid values; an undefined option counts as
 * left out. Without this a misspelt name would silently mean the default.
 */
export function checkOptions<O>(options: O, checks: Checks<O>, what = 'options'): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw invalid(what, 'must be an object');
  for (const name in options) {
    const value = options[name];
    if (value === undefined) continue;
    if (!Object.hasOwn(checks, name))
      throw invalid(name, `is no option here; there are ${Object.keys(checks).join(', ')}`);
    checks[name](name, value as never);
  }
}

/** As `checkOptions`, for the facts that `forceRelease` compares: every check runs, also for a missing field. */
export function checkSeen<S>(seen: S, checks: Checks<S>): void {
  checkOptions(seen, checks, 'seen');
  for (const name in checks) checks[name](`seen.${name}`, seen[name] as never);
}

export function flag(name: string, value: unknown): void {
  if (typeof value !== 'boolean') throw invalid(name, 'must be true or false');
}

export function oneOf(...words: string[]): Check {
  return (name: string, value: unknown) => {
    if (!words.includes(value as string)) throw invalid(name, `must be one of ${words.join(', ')}`);
  };
}

export function text(name: string, value: unknown): void {
  if (typeof value !== 'string') throw invalid(name, 'must be a text');
}

export function wholeNumber(name: string, value: unknown): void {
  if (!Number.isSafeInteger(value) || (value as number) < 1)
    throw invalid(name, 'must be a whole number above 0');
}

/** The facts that `forceRelease` of the RLock family compares. */
export const reentrantSeen = { token: text, holdCount: wholeNumber };

/** A time, or Infinity for none. */
export function limitMs(name: string, value: number): void {
  if (value !== Number.POSITIVE_INFINITY) positiveMs(name, value);
}

export function abortSignal(name: string, value: unknown): void {
  const { aborted, addEventListener, removeEventListener } = Object(value) as Partial<AbortSignal>;
  const has = typeof aborted === 'boolean' && [addEventListener, removeEventListener].every(isFunction);
  if (!has) throw invalid(name, 'must be an AbortSignal');
}

export function callback(name: string, value: unknown): void {
  if (!isFunction(value)) throw invalid(name, 'must be a function');
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function ownConnection(name: string, value: unknown): void {
  isSupported(name, value);
  if (isCluster(value)) throw invalid(name, 'must be one Redis connection, not a Cluster');
}

export const commonChecks: Checks<CommonOptions> = {
  leaseMs: positiveMs,
  watchdog: flag,
  maxHoldMs: limitMs,
  commandTimeoutMs: positiveMs,
  app: optionalText,
  label: optionalText,
  heartbeat: flag,
};

export const clientChecks: Checks<LockClientOptions> = {
  ...commonChecks,
  redis: isSupported,
  subscriber: ownConnection,
  pubsub: oneOf('auto', 'classic', 'sharded'),
  spin: flag,
};

export const acquireChecks: Checks<AcquireOptions> = {
  leaseMs: positiveMs,
  watchdog: flag,
  maxHoldMs: limitMs,
  signal: abortSignal,
};

export const waitChecks: Checks<WaitOptions> = { ...acquireChecks, waitMs: waitingMs, onWaiting: callback };

export const closeChecks: Checks<CloseOptions> = { timeoutMs: positiveMs };
