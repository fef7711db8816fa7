import { isLockError } from '../../../domain/values/lock-error';

/** Replies of a server that starts, fails over or moves slots; up to Redis 6 a script puts its own words in front. */
const REPLY = /(?:^|: -)(READONLY|LOADING|CLUSTERDOWN|MASTERDOWN|TRYAGAIN)\b/;

/** Names of the ioredis errors of a command that its connection did not serve. */
const NAMES = new Set(['MaxRetriesPerRequestError', 'AbortError', 'ClusterAllFailedError']);

/** Errors without a name of their own, by the start of their message. */
const MESSAGES = [
  'Connection is closed.',
  "Stream isn't writeable",
  "Cluster isn't ready",
  'Command timed out',
  'Socket timeout.',
  'Too many Cluster redirections.',
  'All sentinels are unreachable',
];

/**
 * Whether an attempt may succeed after this failure: Redis was not reached, did not answer in time, or cannot serve now.
 * Everything else (a missing right, out of memory, a key of another type) is an answer.
 */
export function mayPass(error: unknown): boolean {
  if (isLockError(error)) return error.code === 'timed-out' || error.code === 'quorum-not-reached';
  if (!(error instanceof Error)) return false;
  if (error.name === 'ReplyError') return REPLY.test(error.message);
  if (NAMES.has(error.name) || MESSAGES.some((start) => error.message.startsWith(start))) return true;
  const code = 'code' in error ? String(error.code) : '';
  return /^E[A-Z_]+$/.test(code) && !code.startsWith('ERR_');
}
