import { type ConsoleError, isConsoleError } from '../domain/values/errors';
import { createRateLimit, type RateLimit } from '../server/runtime/rate-limit';
import type { Runtime } from '../server/runtime/types';

/** Throttled attempts from addresses that the audit takes in a minute: a flood from many of them must not fill it. */
const ALL = 60;
/** Of accounts there are only so many. */
const ACCOUNT = 'account ';
/** Of one caller: what is beyond the first says nothing new. */
const PER_CALLER = 1;

const limits = new WeakMap<RateLimit, { perCaller: RateLimit; all: RateLimit }>();

/**
 * Whether an attempt that `counted` was refused for, because there were too many, is one that the audit is to have: one a
 * minute of each, and 60 of all addresses. False for another error, and for one that the audit has.
 */
export function isToAudit(
  { actLimit, now }: Pick<Runtime, 'actLimit' | 'now'>,
  counted: string,
  error: unknown,
): error is ConsoleError {
  if (!isConsoleError(error, 'rate-limited') || error.details.auditId !== undefined) return false;
  const { perCaller, all } = limits.get(actLimit) ?? {
    perCaller: createRateLimit(PER_CALLER, now),
    all: createRateLimit(ALL, now),
  };
  limits.set(actLimit, { perCaller, all });
  try {
    perCaller.take(counted);
    if (!counted.startsWith(ACCOUNT)) all.take('');
    return true;
  } catch (limited) {
    if (isConsoleError(limited, 'rate-limited')) return false;
    throw limited;
  }
}
