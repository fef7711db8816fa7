import { format } from 'node:util';
import type { Log } from '../record/log';

/**
 * Sends what libraries write to the console to the log, so that each of its lines is one JSON object and no secret passes:
 * ioredis warns there of a password that the server does not need, and of an INFO that it may not ask. Returns what undoes it.
 */
export function logConsole(log: Log, target: Pick<Console, 'warn' | 'error'> = console): () => void {
  const { warn, error } = target;
  target.warn = (...parts: unknown[]) => log.warn({ text: format(...parts) }, 'a library warns');
  target.error = (...parts: unknown[]) => log.error({ text: format(...parts) }, 'a library reports an error');
  return () => Object.assign(target, { warn, error });
}
